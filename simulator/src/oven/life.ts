import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { advance } from '../work/advance.ts';
import type { RunnableProgram } from '../work/runnableProgram.ts';
import { newWork, type Work, type WorkEvent, worldFor } from '../work/work.ts';
import { instantOf, isoOf, newId, type OvenState, ownTime, queueReport, wallTime } from './ovenState.ts';
import { reportOf } from './reports.ts';

const longestCatchUpMilliseconds = 2 * dayMilliseconds;
const pastReadings = { lastMilliseconds: dayMilliseconds / 4, everyMilliseconds: 5 * minuteMilliseconds };
const firstProgramsMilliseconds = 10_000;

export interface LifeNeeds {
  pastDays: number;
  runnablePrograms: () => readonly RunnableProgram[];
  /** Loses the connection until that time of the wall clock. */
  cut: (untilAt: number) => void;
  onProgramEnd: () => void;
}

/** The oven's work over time: events since the last call become reports. */
export function openLife(state: OvenState, { pastDays, runnablePrograms, cut, onProgramEnd }: LifeNeeds) {
  const { memory, model } = state;
  const { serialNumber } = memory.plate;
  let bornAt: number | null = null;

  const emit = (event: WorkEvent) => {
    state.isDirty = true;
    if (event.kind === 'lostLink') {
      const untilAt = wallTime(state, event.at + event.forMilliseconds);
      if (untilAt > Date.now()) cut(untilAt);
      return;
    }
    queueReport(state, reportOf(event, newId(state), instant, state.memory.softwareVersion));
    if (event.kind === 'activity' && event.type === 'ProgramEnd') onProgramEnd();
  };
  const instant = (ownAt: number) => instantOf(state, ownAt);
  const world = worldFor(serialNumber, { model, runnablePrograms, instant, emit });

  /**
   * The first day begins when the oven has its programs, so that a generated past can name them, or after a short wait
   * without any.
   */
  const begin = (wallAt: number) => {
    const { desired, processedVersion } = memory.holding;
    const isSettled = desired !== null && processedVersion === desired.version;
    if (bornAt === null || (pastDays > 0 && !isSettled && wallAt < bornAt + firstProgramsMilliseconds)) return;
    const work = newWork(serialNumber, wallAt - pastDays * dayMilliseconds);
    memory.work = work;
    if (pastDays > 0) {
      const from = wallAt - pastReadings.lastMilliseconds;
      const report = (event: WorkEvent) => {
        if (isOfPast(event, from))
          queueReport(state, reportOf(event, newId(state), isoOf, state.memory.softwareVersion));
      };
      advance(
        work,
        { ...world, readingEveryMilliseconds: pastReadings.everyMilliseconds, instant: isoOf, emit: report },
        wallAt,
      );
      work.nextReadingAt = wallAt;
    }
    state.anchor = { ownAt: wallAt, wallAt };
  };

  const live = (wallAt: number) => {
    const { work } = memory;
    if (!work) return begin(wallAt);
    // After a very long interruption the time in between is skipped.
    if (ownTime(state, wallAt) - work.nowAt > longestCatchUpMilliseconds * Math.max(1, state.speed))
      state.anchor = { ownAt: work.nowAt, wallAt };
    advance(work, world, ownTime(state, wallAt));
    memory.workWallAt = wallAt;
    state.anchor = { ownAt: work.nowAt, wallAt };
  };

  return {
    world,
    live,
    onBorn: () => {
      bornAt ??= Date.now();
    },
    /** Applies the action of a person at the oven. */
    act: (change: (work: Work) => void) => {
      memory.work ??= newWork(serialNumber, Date.now());
      if (state.anchor.wallAt === 0) state.anchor = { ownAt: memory.work.nowAt, wallAt: Date.now() };
      live(Date.now());
      change(memory.work);
      state.isDirty = true;
    },
  };
}

function isOfPast(event: WorkEvent, readingsFromAt: number): boolean {
  return event.kind !== 'lostLink' && (event.kind !== 'reading' || event.at >= readingsFromAt);
}
