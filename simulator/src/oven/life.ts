import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { advance } from '../work/advance.ts';
import type { RunnableProgram } from '../work/runnableProgram.ts';
import { newWork, type Work, type WorkEvent, worldFor } from '../work/work.ts';
import { instantOf, isoOf, newId, type OvenState, ownTime, queueReport, wallTime } from './ovenState.ts';
import { reportOf } from './reports.ts';

const longestCatchUpMs = 2 * dayMilliseconds;
const pastReadings = { lastMs: dayMilliseconds / 4, everyMs: 5 * minuteMilliseconds };
const firstProgramsMs = 10_000;

export interface LifeNeeds {
  pastDays: number;
  runnablePrograms: () => readonly RunnableProgram[];
  /** Loses the connection until that time of the wall clock. */
  cut: (untilMs: number) => void;
  onProgramEnd: () => void;
}

/** The oven's work over time: events since the last call become reports. */
export function openLife(state: OvenState, { pastDays, runnablePrograms, cut, onProgramEnd }: LifeNeeds) {
  const { memory, model } = state;
  const { serialNumber } = memory.plate;
  let bornMs: number | null = null;

  const emit = (event: WorkEvent) => {
    state.dirty = true;
    if (event.kind === 'lostLink') {
      const untilMs = wallTime(state, event.at + event.forMs);
      if (untilMs > Date.now()) cut(untilMs);
      return;
    }
    queueReport(state, reportOf(event, newId(state), instant, state.memory.softwareVersion));
    if (event.kind === 'activity' && event.type === 'ProgramEnd') onProgramEnd();
  };
  const instant = (ownMs: number) => instantOf(state, ownMs);
  const world = worldFor(serialNumber, { model, runnablePrograms, instant, emit });

  /**
   * The first day begins when the oven has its programs, so that a generated past can name them, or after a short wait
   * without any.
   */
  const begin = (nowMs: number) => {
    const { desired, processedVersion } = memory.holding;
    const isSettled = desired !== null && processedVersion === desired.version;
    if (bornMs === null || (pastDays > 0 && !isSettled && nowMs < bornMs + firstProgramsMs)) return;
    const work = newWork(serialNumber, nowMs - pastDays * dayMilliseconds);
    memory.work = work;
    if (pastDays > 0) {
      const from = nowMs - pastReadings.lastMs;
      const report = (event: WorkEvent) => {
        if (isOfPast(event, from))
          queueReport(state, reportOf(event, newId(state), isoOf, state.memory.softwareVersion));
      };
      advance(work, { ...world, readingEveryMs: pastReadings.everyMs, instant: isoOf, emit: report }, nowMs);
      work.nextReadingAt = nowMs;
    }
    state.anchor = { ownMs: nowMs, wallMs: nowMs };
  };

  const live = (nowMs: number) => {
    const { work } = memory;
    if (!work) return begin(nowMs);
    // After a very long interruption the time in between is skipped.
    if (ownTime(state, nowMs) - work.nowAt > longestCatchUpMs * Math.max(1, state.speed))
      state.anchor = { ownMs: work.nowAt, wallMs: nowMs };
    advance(work, world, ownTime(state, nowMs));
    memory.workWallAt = nowMs;
    state.anchor = { ownMs: work.nowAt, wallMs: nowMs };
  };

  return {
    world,
    live,
    onBorn: () => {
      bornMs ??= Date.now();
    },
    /** Applies the action of a person at the oven. */
    act: (change: (work: Work) => void) => {
      memory.work ??= newWork(serialNumber, Date.now());
      if (state.anchor.wallMs === 0) state.anchor = { ownMs: memory.work.nowAt, wallMs: Date.now() };
      live(Date.now());
      change(memory.work);
      state.dirty = true;
    },
  };
}

function isOfPast(event: WorkEvent, readingsFromMs: number): boolean {
  return event.kind !== 'lostLink' && (event.kind !== 'reading' || event.at >= readingsFromMs);
}
