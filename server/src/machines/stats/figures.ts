import type { MachineOccupation } from '@fournil/contract/machines/activities';
import type { MachineStats } from '@fournil/contract/machines/stats';
import type { KeptActivities, KeptQuarter } from '../../db/tables/machineDays.ts';

/** The period, its days, and the end of activities that have not ended. Instants in milliseconds. */
export interface Period {
  from: number;
  to: number;
  days: readonly { date: string; from: number }[];
}

export type Use = Omit<MachineStats['programs'][number], 'seconds'> & { milliseconds: number };
type Milliseconds = Partial<Record<MachineOccupation, number>>;
interface Program {
  programId: string | null;
  programName: string | null;
}

/** MAC-03: the sums of a period, by day and by program; whole milliseconds, so that kept ones add up to the same. */
export function openFigures({ from, to, days }: Period) {
  const milliseconds: Milliseconds = {};
  const perDay = days.map(() => ({ milliseconds: {} as Milliseconds, bakes: 0 }));
  const uses = new Map<string, Use>();

  // Events come in order, so the day is searched from the last one found.
  let nearest = 0;
  const indexAt = (at: number) => {
    while (nearest > 0 && (days[nearest]?.from ?? 0) > at) nearest -= 1;
    while (nearest + 1 < days.length && (days[nearest + 1]?.from ?? at) <= at) nearest += 1;
    return nearest;
  };
  const addToDays = (occupation: MachineOccupation, begin: number, end: number) => {
    for (let index = indexAt(begin); index < days.length && (days[index]?.from ?? end) < end; index += 1) {
      const part = Math.min(end, days[index + 1]?.from ?? end) - Math.max(begin, days[index]?.from ?? begin);
      add(perDay[index]?.milliseconds, occupation, part);
    }
  };
  const useOf = ({ programId, programName }: Program): Use => {
    const name = programName ?? '';
    const key = programId ?? `own ${name}`;
    const use = uses.get(key) ?? { id: programId, name: '', runs: 0, completed: 0, interrupted: 0, milliseconds: 0 };
    uses.set(key, use);
    use.name = name;
    return use;
  };

  return {
    useOf,
    /** The part of a time that is in the period. */
    addTime: (occupation: MachineOccupation, program: Use | null, since: number, until: number): void => {
      const begin = Math.max(since, from);
      const end = Math.min(until, to);
      if (end <= begin) return;
      add(milliseconds, occupation, end - begin);
      if (program) program.milliseconds += end - begin;
      addToDays(occupation, begin, end);
    },
    addRun: (program: Use, at: number): void => {
      const day = perDay[indexAt(at)];
      program.runs += 1;
      if (day) day.bakes += 1;
    },
    addQuarter: ({ sums, uses: kept = [] }: KeptQuarter, programs: KeptActivities['programs'], begin: number) => {
      const day = perDay[indexAt(begin)];
      for (const [occupation, sum] of Object.entries(sums ?? {}) as [MachineOccupation, number][]) {
        add(milliseconds, occupation, sum);
        add(day?.milliseconds, occupation, sum);
      }
      for (const [place, runs, completed, interrupted, sum] of kept) {
        const use = useOf(programAt(programs, place));
        use.runs += runs;
        use.completed += completed;
        use.interrupted += interrupted;
        use.milliseconds += sum;
        if (day) day.bakes += runs;
      }
    },
    sums: (): Pick<MachineStats, 'seconds' | 'days' | 'programs'> => ({
      seconds: inSeconds(milliseconds),
      days: perDay.map((day, index) => ({
        date: days[index]?.date ?? '',
        from: new Date(days[index]?.from ?? from).toISOString(),
        seconds: inSeconds(day.milliseconds),
        bakes: day.bakes,
        energyKilowattHours: 0,
      })),
      programs: [...uses.values()]
        .filter((use) => use.runs > 0 || use.milliseconds > 0)
        .map(({ milliseconds: sum, ...use }) => ({ ...use, seconds: sum / 1000 }))
        .sort((a, b) => b.runs - a.runs || b.seconds - a.seconds || a.name.localeCompare(b.name)),
    }),
  };
}

/** A program of a kept day by its place. */
export function programAt(programs: KeptActivities['programs'], place: number): Program {
  const program = programs[place];
  return { programId: program?.id ?? null, programName: program?.name ?? null };
}

function add(sums: Milliseconds | undefined, name: MachineOccupation, milliseconds: number): void {
  if (!sums) return;
  sums[name] = (sums[name] ?? 0) + milliseconds;
}

function inSeconds(sums: Milliseconds): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).map(([name, milliseconds]) => [name, milliseconds / 1000]));
}
