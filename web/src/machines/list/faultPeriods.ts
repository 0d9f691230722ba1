import { dateAfter, dateOf, instantOf, startOfDate } from '@fournil/contract/kit/zones';

/** The periods in which faults are looked for, as instants; one without `until` reaches to the present. */
export function faultPeriods(now: number, zone: string) {
  const today = dateOf(now, zone);
  const daysAgo = (days: number) => dateAfter(today, -days);
  const begin = (date: string) => new Date(startOfDate(date, zone)).toISOString();
  const clock = (date: string, time: string) => new Date(instantOf(`${date}T${time}`, zone)).toISOString();
  return [
    { name: 'night', since: clock(daysAgo(1), '18:00'), until: clock(today, '06:00') },
    { name: 'yesterday', since: begin(daysAgo(1)), until: begin(today) },
    { name: 'week', since: begin(daysAgo(7)), until: undefined },
    { name: 'month', since: begin(daysAgo(30)), until: undefined },
  ] as const;
}
