import { describe, expect, it } from 'vitest';
import { holidaysOf } from './holidays.ts';

const dates = async (country: string, name: RegExp, region: string | null = null) =>
  (await holidaysOf({ country, region }, 2026, 'EN')).filter((one) => name.test(one.name)).map(({ date }) => date);

describe('HRS-01 the public holidays of a country', () => {
  it('have each day of several, without the morning or afternoon that remains', async () => {
    expect(await dates('EG', /Eid al-Fitr/)).toEqual(['2026-03-20', '2026-03-21', '2026-03-22']);
    // 90 hours.
    expect(await dates('TR', /Eid al-Fitr/)).toEqual(['2026-03-20', '2026-03-21', '2026-03-22']);
    // 25 hours, because clocks change.
    expect(await dates('HT', /All Saints/)).toEqual(['2026-11-01']);
    // From 13:00.
    expect(await dates('IS', /Christmas Eve/)).toEqual([]);
  });

  it('are those on which people do not work, not the observances', async () => {
    expect(await dates('FR', /Mother/)).toEqual([]);
    expect(await dates('FR', /Good Friday/)).toEqual([]);
    expect(await dates('FR', /Good Friday/, '57')).toEqual(['2026-04-03']);
    expect(await dates('AU', /Australia Day/)).toEqual(['2026-01-26']);
  });
});
