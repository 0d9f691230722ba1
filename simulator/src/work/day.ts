import { dayMilliseconds, hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { WashMode } from '@fournil/contract/machines/activities';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import { between, chance, pick } from './random.ts';
import type { RunnableProgram } from './runnableProgram.ts';
import { bake, lasting, startTask, switchOff } from './tasks.ts';
import { randomOf, type Work, type World } from './work.ts';

/**
 * An oven's day: 16 hours on, two of them asleep, a wash at the end. Shifts differ, so that two thirds of a fleet are
 * on at any time.
 */
const shift = {
  lengthMilliseconds: 16 * hourMilliseconds,
  sleepAfterMilliseconds: 7 * hourMilliseconds,
  washAfterMilliseconds: 15.2 * hourMilliseconds,
};
const manualCelsius: Record<MachineCategoryCode, [number, number]> = {
  deck: [210, 250],
  rack: [160, 200],
  convection: [150, 190],
  combi: [90, 210],
  pizza: [230, 250],
  proofer: [24, 30],
};

export interface ShiftTime {
  day: number;
  sinceStartMilliseconds: number;
}

export function shiftTime(world: World, nowAt: number): ShiftTime {
  const day = Math.floor((nowAt - world.shiftStartMilliseconds) / dayMilliseconds);
  return { day, sinceStartMilliseconds: nowAt - world.shiftStartMilliseconds - day * dayMilliseconds };
}

/** Chooses the task after the one that just ended. The order of the lines is their priority. */
export function nextTask(work: Work, world: World) {
  const time = shiftTime(world, work.nowAt);
  const isOvertime = work.nowAt < work.overtimeUntil;
  const stopped =
    work.faults.find((fault) => fault.code === 'E07') ?? work.faults.find((fault) => fault.code === 'E03');
  if (work.task.kind === 'off') return awake(work, world, time, isOvertime, stopped !== undefined);
  if (stopped?.code === 'E07') return switchOff(work, world, work.nowAt + minuteMilliseconds);
  if (stopped) return startTask(work, world, { kind: 'ready', ...lasting(work, 1) });
  if (!isOvertime && isOver(work, time)) return switchOff(work, world, nextShift(work, world));
  if (!isOvertime && time.sinceStartMilliseconds >= shift.washAfterMilliseconds) return wash(work, world, time);
  if (!isOvertime && time.sinceStartMilliseconds >= shift.sleepAfterMilliseconds && work.sleptDay !== time.day)
    return sleep(work, world, time);
  if (work.task.kind === 'preheat' && work.task.program) return bake(work, world, work.task.program);
  produce(work, world, time);
}

function isOver(work: Work, time: ShiftTime): boolean {
  return work.washedDay === time.day || time.sinceStartMilliseconds >= shift.lengthMilliseconds;
}

function nextShift(work: Work, world: World): number {
  return world.shiftStartMilliseconds + (shiftTime(world, work.nowAt).day + 1) * dayMilliseconds;
}

function awake(work: Work, world: World, time: ShiftTime, isOvertime: boolean, isStopped: boolean): void {
  const random = randomOf(work);
  if (isStopped) work.task = { kind: 'off', ...lasting(work, 1) };
  else if (!isOvertime && isOver(work, time))
    work.task = { kind: 'off', startedAt: work.nowAt, endsAt: nextShift(work, world) };
  else {
    startTask(
      work,
      world,
      { kind: 'ready', ...lasting(work, between(random, 1, 4)) },
      chance(random, 0.8) ? 'AutoPowerOn' : 'PowerOn',
    );
    if (!chance(random, 0.05)) return;
    startTask(work, world, { kind: 'diagnostic', ...lasting(work, between(random, 6, 14)) });
  }
}

function wash(work: Work, world: World, time: ShiftTime): void {
  const random = randomOf(work);
  const modes: [WashMode, number, number][] = [
    ['short', 5, 15],
    ['long', 3, 40],
    ['stopOdor', 2, 8],
  ];
  const [mode, , minutes] = pick(random, modes, ([, weight]) => weight) ?? ['short', 1, 15];
  work.washedDay = time.day;
  startTask(work, world, { kind: 'wash', mode, ...lasting(work, minutes * between(random, 0.9, 1.2)) });
}

function sleep(work: Work, world: World, time: ShiftTime): void {
  const random = randomOf(work);
  work.sleptDay = time.day;
  startTask(
    work,
    world,
    { kind: 'sleep', ...lasting(work, between(random, 100, 140)) },
    chance(random, 0.7) ? 'AutoSleepStart' : 'SleepStart',
  );
}

function produce(work: Work, world: World, time: ShiftTime) {
  const random = randomOf(work);
  const hasJustWorked = work.task.kind === 'program' || work.task.kind === 'manual';
  if (hasJustWorked && chance(random, 0.75))
    return startTask(work, world, { kind: 'ready', ...lasting(work, between(random, 2, 12)) });
  const fitting = world.runnablePrograms().filter((program) => fits(program, work, time));
  const program = pick(random, fitting, world.liking);
  if (program && chance(random, 0.9)) {
    if (program.totalSeconds > 4 * 3600) work.sleptDay = time.day;
    return bake(work, world, program);
  }
  if (chance(random, 0.35)) return startTask(work, world, { kind: 'ready', ...lasting(work, between(random, 10, 35)) });
  manual(work, world);
}

/** Manual baking at a temperature of the oven's category, after a preheat when it is cold. */
function manual(work: Work, world: World) {
  const random = randomOf(work);
  const [coolest, hottest] = manualCelsius[world.model.category];
  const targetCelsius = Math.round(between(random, coolest, hottest) / 5) * 5;
  if (work.task.kind !== 'preheat' && work.temperatureCelsius < targetCelsius - 12) {
    return startTask(work, world, { kind: 'preheat', targetCelsius, program: null, ...lasting(work, 90) });
  }
  startTask(work, world, { kind: 'manual', targetCelsius, ...lasting(work, between(random, 8, 35)) });
}

/**
 * A long program must end before the wash; one of a few hours also before the sleep, which one of a whole night
 * replaces.
 */
function fits(program: RunnableProgram, work: Work, time: ShiftTime): boolean {
  const doneAfterMilliseconds = time.sinceStartMilliseconds + program.totalSeconds * 1000;
  if (work.nowAt < work.overtimeUntil) return program.totalSeconds <= 2 * 3600;
  const isSleepAhead = work.sleptDay !== time.day && program.totalSeconds <= 4 * 3600;
  return (
    doneAfterMilliseconds <= (isSleepAhead ? shift.sleepAfterMilliseconds + hourMilliseconds : shift.lengthMilliseconds)
  );
}
