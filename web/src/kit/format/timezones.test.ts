import { expect, it } from 'vitest';
import { timezones } from './timezones.ts';

it('GEN-07 a timezone that the browser does not know is kept, and renamed ones have their present names', () => {
  expect(timezones('Antarctica/Somewhere_New')).toContain('Antarctica/Somewhere_New');
  expect(timezones()[0]).toBe('UTC');
  expect(timezones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1);
  expect(timezones()).toContain('Asia/Kolkata');
  for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Katmandu', 'America/Buenos_Aires'])
    expect(timezones()).not.toContain(old);
  // Whoever chose an old name keeps it until they choose another.
  expect(timezones('Europe/Kiev')).toContain('Europe/Kiev');
});
