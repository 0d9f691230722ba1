import {
  type ActivityType,
  endOf,
  type MachineOccupation,
  occupationAfter,
} from '@fournil/contract/machines/activities';
import type { MachineStats } from '@fournil/contract/machines/stats';

/** One event of a machine; events come in their order. */
export interface Moment {
  at: number;
  type: ActivityType;
  programId: string | null;
  programName: string | null;
  mode: string | null;
}

/** The period, its days, and the end of activities that have not ended. Instants in milliseconds. */
export interface Period {
  from: number;
  to: number;
  days: readonly { date: string; from: number }[];
}

type Sums = Pick<MachineStats, 'seconds' | 'days' | 'programs'>;
type Use = MachineStats['programs'][number];

interface Current {
  occupation: MachineOccupation;
  start: ActivityType;
  at: number;
  program: Use | null;
  /** Whether this run began in the period. */
  isCounted: boolean;
}

/**
 * MAC-03: adds up the activities of a machine, event by event, in constant memory. A machine does one thing at a time:
 * a start ends the activity before it, an end counts only for the activity that it ends, and an activity without an end
 * lasts until the next start.
 */
export function foldActivities({ from, to, days }: Period) {
  const seconds: Record<string, number> = {};
  const perDay = days.map(({ date, from: begin }) => ({
    date,
    from: new Date(begin).toISOString(),
    seconds: {} as Record<string, number>,
    bakes: 0,
    energyKilowattHours: 0,
  }));
  const uses = new Map<string, Use>();
  let current: Current | null = null;

  // Events come in order, so the day is searched from the last one found.
  let nearest = 0;
  const dayAt = (at: number) => {
    while (nearest > 0 && (days[nearest]?.from ?? 0) > at) nearest -= 1;
    while (nearest + 1 < days.length && (days[nearest + 1]?.from ?? at) <= at) nearest += 1;
    return nearest;
  };
  const addToDays = (occupation: MachineOccupation, begin: number, end: number) => {
    for (let index = Math.max(0, dayAt(begin)); index < days.length && (days[index]?.from ?? end) < end; index += 1) {
      const part = Math.min(end, days[index + 1]?.from ?? end) - Math.max(begin, days[index]?.from ?? begin);
      add(perDay[index]?.seconds, occupation, part);
    }
  };
  const last = (until: number) => {
    if (!current) return;
    const begin = Math.max(current.at, from);
    const end = Math.min(until, to);
    if (end <= begin) return;
    add(seconds, current.occupation, end - begin);
    if (current.program) current.program.seconds += (end - begin) / 1000;
    addToDays(current.occupation, begin, end);
  };
  const useOf = ({ programId, programName }: Moment): Use => {
    const key = programId ?? `own ${programName}`;
    const use = uses.get(key) ?? { id: programId, name: '', runs: 0, completed: 0, interrupted: 0, seconds: 0 };
    uses.set(key, use);
    use.name = programName ?? '';
    return use;
  };
  const endRun = (isInterrupted: boolean) => {
    if (current?.program && current.isCounted) current.program[isInterrupted ? 'interrupted' : 'completed'] += 1;
  };
  const startRun = (moment: Moment): Pick<Current, 'program' | 'isCounted'> => {
    if (moment.type !== 'ProgramStart') return { program: null, isCounted: false };
    const program = useOf(moment);
    const isCounted = moment.at >= from && moment.at < to;
    const day = perDay[dayAt(moment.at)];
    if (isCounted) program.runs += 1;
    if (isCounted && day) day.bakes += 1;
    return { program, isCounted };
  };

  return {
    add: (moment: Moment): void => {
      const isOwnEnd = current !== null && endOf(current.start) === moment.type;
      // The end of an activity that is over already does not change the present one.
      if (current !== null && !isOwnEnd && moment.type.endsWith('End')) return;
      last(moment.at);
      endRun(!isOwnEnd || moment.mode === 'interrupted');
      current = { occupation: occupationAfter(moment.type), start: moment.type, at: moment.at, ...startRun(moment) };
    },
    /** The end of the present activity. */
    finish: (until: number): Sums => {
      last(until);
      const programs = [...uses.values()].filter((use) => use.runs > 0 || use.seconds > 0);
      programs.sort((a, b) => b.runs - a.runs || b.seconds - a.seconds || a.name.localeCompare(b.name));
      return { seconds, days: perDay, programs };
    },
  };
}

function add(sums: Record<string, number> | undefined, name: string, milliseconds: number): void {
  if (!sums) return;
  sums[name] = (sums[name] ?? 0) + milliseconds / 1000;
}
