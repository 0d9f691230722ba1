import type { HoursException } from '@fournil/contract/hours/hours';
import { describe, expect, it } from 'vitest';
import { exceptionCell, exceptionTexts, openingCell, readException, readOpening } from './cells.ts';

const day = [
  { from: '06:00', to: '13:00' },
  { from: '15:00', to: '24:00' },
];

describe('HRS-01 the hours of a day in a cell', () => {
  it.each([
    '06:00-13:00 15:00-24:00',
    '6:00–13:00  15:00 – 24:00',
    ' 06:00 -13:00\n15:00- 24:00 '.trim(),
    '6h-13h 15h00-24H00',
  ])('may be written as %j', (cell) => expect(readOpening(cell)).toEqual(day));

  it.each(['closed', 'Closed', 'fermé', 'FERMÉE', 'ferme'])('are none where it says %j', (cell) =>
    expect(readOpening(cell)).toEqual([]),
  );

  it.each(['6-13', '06:00', 'closed 06:00-13:00', '06:00-13:00, 15:00-24:00', '–', 'open'])(
    'cannot be read from %j',
    (cell) => expect(readOpening(cell)).toBeNull(),
  );

  it.each(['EN', 'FR', 'keys'] as const)('are read again as they were written (%s)', (language) => {
    expect(readOpening(openingCell(day, language))).toEqual(day);
    expect(readOpening(openingCell([], language))).toEqual([]);
  });
});

describe('HRS-01 the exceptions of a cell', () => {
  const exception = (name: string | null, opening = day, to = '2026-12-24'): HoursException => ({
    from: '2026-12-24',
    to,
    name,
    opening,
  });

  it('are read again as they were written, whatever their names contain', () => {
    const names = [null, 'Noël', 'a; 2026-01-01 closed', 'say "no"', '"', '08:00-09:00 late', '- x', 'closed', "d'été"];
    const exceptions = names.flatMap((name) => [exception(name), exception(name, [], '2027-01-03')]);
    for (const language of ['EN', 'FR', 'keys'] as const) {
      const cell = exceptions.map((one) => exceptionCell(one, language)).join('; ');
      expect(exceptionTexts(cell).map(readException)).toEqual(exceptions);
    }
  });

  it('have dates, hours and a name, which may be missing', () => {
    expect(exceptionCell(exception('Eve'), 'EN')).toBe('2026-12-24 06:00-13:00 15:00-24:00 Eve');
    expect(readException('2026-08-03 – 2026-08-14 fermé Congés')).toEqual({
      from: '2026-08-03',
      to: '2026-08-14',
      name: 'Congés',
      opening: [],
    });
    for (const text of ['2026-12-24', '24/12/2026 closed', 'closed', '2026-12-24 open'])
      expect(readException(text)).toBeNull();
  });
});
