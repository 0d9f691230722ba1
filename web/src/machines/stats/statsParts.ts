import { type MachineOccupation, machineOccupations } from '@fournil/contract/machines/activities';
import type { MachineStats } from '@fournil/contract/machines/stats';

type Day = MachineStats['days'][number];

/** The kinds of activity with their colours, the same in columns, bars and legend. */
export const occupationColours: Record<MachineOccupation, string> = {
  program: '#e05131',
  manual: '#ef834c',
  preheat: '#f6cc7f',
  wash: 'var(--steam)',
  diagnostic: 'var(--damper)',
  ready: 'var(--line-control)',
  sleep: 'var(--away)',
  off: 'var(--hair)',
};

/** The order in a column, from the bottom up; the remaining space is the time switched off. */
export const stackedOccupations = (
  ['program', 'manual', 'preheat', 'wash', 'diagnostic', 'ready', 'sleep'] as const
).filter((one) => machineOccupations.includes(one));

const mostColumns = 92;

/** A column for each day, or for every seven days of a long period; the last one ends today. */
export function stretchesOf(
  days: readonly Day[],
): { from: Day; to: Day; seconds: Record<string, number>; bakes: number; energyKilowattHours: number }[] {
  const size = days.length > mostColumns ? 7 : 1;
  const stretches = [];
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end);
    const [from, to] = [part[0], part.at(-1)];
    if (!from || !to) continue;
    const seconds: Record<string, number> = {};
    for (const day of part)
      for (const [name, value] of Object.entries(day.seconds)) seconds[name] = (seconds[name] ?? 0) + value;
    stretches.unshift({
      from,
      to,
      seconds,
      bakes: sum(part, 'bakes'),
      energyKilowattHours: sum(part, 'energyKilowattHours'),
    });
  }
  return stretches;
}

function sum(days: readonly Day[], field: 'bakes' | 'energyKilowattHours'): number {
  return days.reduce((total, day) => total + day[field], 0);
}

/** The next round number above, for the top of an axis. */
export function roundTop(most: number): number {
  if (most <= 0) return 1;
  const scale = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 2.5, 4, 5, 8, 10].find((step) => step * scale >= most) ?? 10) * scale;
}
