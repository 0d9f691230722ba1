import type { FaultCode } from '@fournil/contract/machines/faults';
import type { KeptActivities, KeptFault, KeptQuarter } from '../../db/tables/machineDays.ts';
import { foldActivities, type Moment, quarterMilliseconds } from './foldActivities.ts';

/**
 * SCL-03: the figures of one day in UTC, from all its events in order. They depend on no other day, so that a late
 * report changes one row. By quarters of an hour, because every zone's days begin at one.
 */
export function countActivities(dayBegins: number, moments: readonly Moment[]): KeptActivities {
  const programs: KeptActivities['programs'] = [];
  const placeOf = ({ id, name }: { id: string | null; name: string }) => {
    const place = programs.findIndex((one) => one.id === id && one.name === name);
    return place >= 0 ? place : programs.push({ id, name }) - 1;
  };
  const quarters = Map.groupBy(moments, ({ at }) => Math.floor((at - dayBegins) / quarterMilliseconds));
  return {
    programs,
    quarters: [...quarters].map(([quarter, inside]) => ({
      quarter,
      ...countQuarter(dayBegins + quarter * quarterMilliseconds, inside, placeOf),
    })),
  };
}

function countQuarter(
  begin: number,
  moments: readonly Moment[],
  placeOf: (program: { id: string | null; name: string }) => number,
): Omit<KeptQuarter, 'quarter'> {
  const isEnd = ({ type }: Moment) => type.endsWith('End');
  const first = moments.findIndex((moment) => !isEnd(moment));
  const leading = first < 0 ? moments : moments.slice(0, first);
  const ends = [...Map.groupBy(leading, ({ type }) => type).values()].flatMap(([one]) =>
    one ? [{ type: one.type, after: one.at - begin, mode: one.mode }] : [],
  );
  const kept = ends.length > 0 ? { ends } : {};
  const start = moments[first];
  if (!start) return kept;
  const to = begin + quarterMilliseconds;
  const fold = foldActivities({ from: begin, to, days: [{ date: '', from: begin }] });
  for (const moment of moments.slice(first)) fold.add(moment);
  const present = fold.present();
  const { seconds, programs } = fold.finish(to);
  const sums = Object.entries(seconds).map(([occupation, sum]) => [occupation, Math.round(sum * 1000)]);
  return {
    ...kept,
    start: start.at - begin,
    sums: Object.fromEntries(sums),
    ...(programs.length > 0 && {
      uses: programs.map(({ runs, completed, interrupted, seconds: sum, ...program }) => [
        placeOf(program),
        runs,
        completed,
        interrupted,
        Math.round(sum * 1000),
      ]),
    }),
    last: present?.type ?? start.type,
    ...(present?.program && { program: placeOf(present.program) }),
  };
}

/** The same for the faults that began on this day. */
export function countFaults(
  dayBegins: number,
  faults: readonly { code: FaultCode; dateStart: Date; dateEnd: Date | null }[],
): KeptFault[] {
  const quarterOf = ({ dateStart }: { dateStart: Date }) =>
    Math.floor((dateStart.getTime() - dayBegins) / quarterMilliseconds);
  const groups = Map.groupBy(faults, (fault) => `${quarterOf(fault)} ${fault.code}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const lasted = group.map(({ dateStart, dateEnd }) => (dateEnd ? dateEnd.getTime() - dateStart.getTime() : 0));
    const seconds = lasted.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
    return [{ quarter: quarterOf(one), code: one.code, count: group.length, seconds }];
  });
}
