import { expect, it } from 'vitest';
import { linked } from './textParts.ts';

it('links in a text are found, and those of the console become paths', () => {
  expect(
    linked('Open http://localhost:8080/#/activate/abc-1 or https://example.org/x.\n').map(
      ({ key: _key, ...part }) => part,
    ),
  ).toEqual([
    { text: 'Open ' },
    { text: 'http://localhost:8080/#/activate/abc-1', path: '/activate/abc-1' },
    { text: ' or ' },
    { text: 'https://example.org/x.', address: 'https://example.org/x.' },
    { text: '\n' },
  ]);
  expect(linked('javascript:alert(1)')).toEqual([{ key: 0, text: 'javascript:alert(1)' }]);
});
