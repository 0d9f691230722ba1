import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import {
  type ActivityType,
  endOf,
  type MachineOccupation,
  occupationAfter,
} from '@fournil/contract/machines/activities';
import type { KeptActivities, KeptQuarter } from '../../db/tables/machineDays.ts';
import { openFigures, type Period, programAt, type Use } from './figures.ts';

/** One event of a machine; events come in their order. */
export interface Moment {
  at: number;
  type: ActivityType;
  programId: string | null;
  programName: string | null;
  mode: string | null;
}

export const quarterMilliseconds = 15 * minuteMilliseconds;

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
export function foldActivities(period: Period) {
  const figures = openFigures(period);
  let current: Current | null = null;

  const isIn = (at: number) => at >= period.from && at < period.to;
  const last = (until: number) => {
    if (current) figures.addTime(current.occupation, current.program, current.at, until);
  };
  const endRun = (isInterrupted: boolean) => {
    if (current?.program && current.isCounted) current.program[isInterrupted ? 'interrupted' : 'completed'] += 1;
  };
  const startRun = (moment: Moment): Pick<Current, 'program' | 'isCounted'> => {
    if (moment.type !== 'ProgramStart') return { program: null, isCounted: false };
    const program = figures.useOf(moment);
    const isCounted = isIn(moment.at);
    if (isCounted) figures.addRun(program, moment.at);
    return { program, isCounted };
  };
  const add = (moment: Moment): void => {
    const isOwnEnd = current !== null && endOf(current.start) === moment.type;
    // The end of an activity that is over already does not change the present one.
    if (current !== null && !isOwnEnd && moment.type.endsWith('End')) return;
    last(moment.at);
    endRun(!isOwnEnd || moment.mode === 'interrupted');
    current = { occupation: occupationAfter(moment.type), start: moment.type, at: moment.at, ...startRun(moment) };
  };

  return {
    add,
    /** A kept quarter of an hour that begins at `begin`; it is in the period, or before it. */
    addKept: (kept: KeptQuarter, programs: KeptActivities['programs'], begin: number): void => {
      for (const moment of endsOf(kept, begin)) add(moment);
      if (kept.start === undefined || kept.last === undefined) return;
      last(begin + kept.start);
      endRun(true);
      if (isIn(begin)) figures.addQuarter(kept, programs, begin);
      current = {
        occupation: occupationAfter(kept.last),
        start: kept.last,
        at: begin + quarterMilliseconds,
        program: kept.program === undefined ? null : figures.useOf(programAt(programs, kept.program)),
        isCounted: isIn(begin),
      };
    },
    /** What the machine does after the last event. */
    present: (): { type: ActivityType; program: Pick<Use, 'id' | 'name'> | null } | null =>
      current && { type: current.start, program: current.program },
    /** The end of the present activity. */
    finish: (until: number) => {
      last(until);
      return figures.sums();
    },
  };
}

/** The events at the beginning of a kept quarter that end something. */
export function endsOf({ ends = [] }: KeptQuarter, begin: number): Moment[] {
  return ends.map(({ type, after, mode }) => ({ at: begin + after, type, mode, programId: null, programName: null }));
}
