import { datesBetween } from '@fournil/contract/kit/zones';
import { activityTypes } from '@fournil/contract/machines/activities';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countActivities } from './countDay.ts';
import { foldActivities, type Moment, quarterMilliseconds } from './foldActivities.ts';

const day = 86_400_000;
const begins = Date.UTC(2026, 2, 27);
const days = 4;
const zones = ['UTC', 'Europe/Paris', 'Asia/Kathmandu', 'Australia/Adelaide', 'Pacific/Chatham', 'America/St_Johns'];

/** Events of any kind in any order, several at one instant too, on few programs so that they meet again. */
const moments = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: days * day - 1 }).map((after) => begins + after),
      type: fc.constantFrom(...activityTypes),
      program: fc.constantFrom(['1', 'Rye'], ['1', 'Rye bread'], ['2', 'Baguette'], [null, 'Rye'], [null, null]),
      mode: fc.constantFrom('done', 'interrupted', null),
    }),
    { maxLength: 200 },
  )
  .map((some) =>
    some
      .map(
        ({ program: [programId = null, programName = null], ...one }): Moment => ({ ...one, programId, programName }),
      )
      .sort((one, other) => one.at - other.at),
  );

it('SCL-03 MAC-03 kept days give the same figures as the events from which they were counted, in every zone', () => {
  const quarters = (days * day) / quarterMilliseconds;
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: quarters - 1 }),
      fc.integer({ min: 1, max: quarters }),
      (events, zone, first, length) => {
        const from = begins + first * quarterMilliseconds;
        const period = { from, to: Math.min(from + length * quarterMilliseconds, begins + days * day) };
        const asked = { ...period, days: datesBetween(period.from, period.to, zone) };
        const [counted, kept] = [foldActivities(asked), foldActivities(asked)];
        for (const moment of events) if (moment.at < period.to) counted.add(moment);
        for (let begin = begins; begin < period.to; begin += day) {
          const ofDay = countActivities(
            begin,
            events.filter(({ at }) => at >= begin && at < begin + day),
          );
          const stored = JSON.parse(JSON.stringify(ofDay)) as typeof ofDay;
          for (const one of stored.quarters)
            if (begin + one.quarter * quarterMilliseconds < period.to)
              kept.addKept(one, stored.programs, begin + one.quarter * quarterMilliseconds);
        }
        expect(kept.finish(period.to)).toEqual(counted.finish(period.to));
      },
    ),
    { numRuns: 300 },
  );
});
