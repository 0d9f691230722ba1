import { expect, it } from 'vitest';
import { writtenDate } from './writtenDate.ts';

it('GEN-01 the first day of a month is “1er” in French, other numbers and English stay', () => {
  const at = Date.parse('2026-11-01T01:01:00.000Z');
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  expect(writtenDate(at, 'FR', options)).toMatch(/^1er novembre 2026 à 01:01$/);
  expect(writtenDate(at + 10 * 86_400_000, 'FR', options)).toMatch(/^11 novembre 2026/);
  expect(writtenDate(at, 'EN', options)).toMatch(/^1 November 2026/);
});
