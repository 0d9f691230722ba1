import { expect, it } from 'vitest';
import { callWords } from './callWords.ts';

it('AUD-01 a refused call is told in words, in both languages', () => {
  expect(callWords('POST /api/control/user/0199e1f4-0000-7000-8000-000000000000', 'EN')).toBe(
    'Signing in as another user',
  );
  expect(callWords('DELETE /api/machines/:id', 'FR')).toMatch(/^Suppression\s: les machines$/);
  expect(callWords('PUT /api/fournil-technicians/:id', 'EN')).toBe('Changing: technicians');
  expect(callWords('GET /api/unknown', 'EN')).toBeNull();
});
