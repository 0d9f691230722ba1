import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { type ActivityType, endOf } from '@fournil/contract/machines/activities';
import { between, chance } from './random.ts';
import { type RunnableProgram, stepAt } from './runnableProgram.ts';
import { isDoorOpen, randomOf, type Task, type Work, type World } from './work.ts';

const startEvents: Record<Task['kind'], ActivityType | null> = {
  off: null,
  ready: null,
  sleep: 'SleepStart',
  diagnostic: 'DiagnosticStart',
  preheat: 'PreheatStart',
  manual: 'ManualStart',
  wash: 'WashStart',
  program: 'ProgramStart',
};

export type EndMode = 'done' | 'interrupted';

/** Starts `task`: its start event, the open door for loading, and a reading at once. */
export function startTask(
  work: Work,
  world: World,
  task: Task,
  type: ActivityType | null = startEvents[task.kind],
): void {
  work.task = task;
  if (type) world.emit({ kind: 'activity', at: work.nowAt, type, ...detailsOf(task) });
  if (task.kind === 'program' || task.kind === 'manual') openDoor(work, between(randomOf(work), 40_000, 90_000));
  if (task.kind !== 'off') emitReading(work, world);
}

/** Every start has an end: the event that `startTask` announced. */
export function endTask(work: Work, world: World, mode: EndMode = 'done'): void {
  const { task } = work;
  const start = startEvents[task.kind];
  const type = start && endOf(start);
  if (!type) return;
  const details = task.kind === 'program' ? { ...detailsOf(task), mode } : detailsOf(task);
  world.emit({ kind: 'activity', at: work.nowAt, type, ...details });
  if (task.kind === 'program' || task.kind === 'manual') openDoor(work, between(randomOf(work), 30_000, 60_000));
}

function detailsOf(task: Task) {
  if (task.kind === 'preheat') return { mode: String(Math.round(task.targetCelsius)) };
  if (task.kind === 'wash') return { mode: task.mode };
  if (task.kind !== 'program') return {};
  const { id, name, revision, sha256, totalSeconds } = task.program;
  return { program: { id, name, revision, sha256, totalSeconds } };
}

export function openDoor(work: Work, forMilliseconds: number): void {
  work.doorUntil = work.nowAt + forMilliseconds;
}

export function lasting(work: Work, minutes: number): { startedAt: number; endsAt: number } {
  return { startedAt: work.nowAt, endsAt: work.nowAt + minutes * minuteMilliseconds };
}

/**
 * Starts a program, with a preheat before it when the chamber is cold. A target below oven temperatures need not be
 * reached exactly.
 */
export function bake(work: Work, world: World, program: RunnableProgram): void {
  const isCold = program.preheatCelsius > 45 && work.temperatureCelsius < program.preheatCelsius - 12;
  if (isCold)
    startTask(work, world, { kind: 'preheat', targetCelsius: program.preheatCelsius, program, ...lasting(work, 90) });
  else startTask(work, world, { kind: 'program', program, step: 0, ...lasting(work, program.totalSeconds / 60) });
}

export function switchOff(work: Work, world: World, untilAt: number): void {
  const isByTimer = chance(randomOf(work), 0.7);
  startTask(
    work,
    world,
    { kind: 'off', startedAt: work.nowAt, endsAt: untilAt },
    isByTimer ? 'AutoPowerOff' : 'PowerOff',
  );
}

/** The thermostat's target. */
export function setTemperatureOf(task: Task): number | null {
  if (task.kind === 'preheat' || task.kind === 'manual') return task.targetCelsius;
  if (task.kind === 'program') return task.program.spans[task.step]?.temperatureCelsius ?? null;
  return task.kind === 'wash' ? 60 : null;
}

export function readingEveryMilliseconds(work: Work, world: World): number {
  if (work.task.kind === 'off') return Number.MAX_SAFE_INTEGER;
  if (world.readingEveryMilliseconds) return world.readingEveryMilliseconds;
  return work.task.kind === 'ready' || work.task.kind === 'sleep' ? 5 * minuteMilliseconds : minuteMilliseconds;
}

export function emitReading(work: Work, world: World): void {
  const { task, nowAt } = work;
  work.nextReadingAt = nowAt + readingEveryMilliseconds(work, world);
  // Noise of the temperature probe, which measures nothing while it is broken.
  const noise = (randomOf(work).next() - 0.5) * 1.6;
  const isProbeBroken = work.faults.some(({ code }) => code === 'E01');
  world.emit({
    kind: 'reading',
    at: nowAt,
    chamberTemperatureCelsius: isProbeBroken ? null : Math.round((work.temperatureCelsius + noise) * 10) / 10,
    setTemperatureCelsius: setTemperatureOf(task),
    energyKilowattHours: Math.round(work.energyKilowattHours * 100) / 100,
    doorOpen: isDoorOpen(work),
    program: task.kind === 'program' ? progressOf(task, nowAt) : null,
  });
}

function progressOf(task: Extract<Task, { kind: 'program' }>, nowAt: number) {
  const { id, name, totalSeconds, spans } = task.program;
  const elapsedSeconds = Math.min(totalSeconds, Math.max(0, Math.round((nowAt - task.startedAt) / 1000)));
  return {
    id,
    name,
    step: stepAt(task.program, elapsedSeconds) + 1,
    stepCount: spans.length,
    elapsedSeconds,
    totalSeconds,
  };
}
