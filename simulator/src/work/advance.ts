import { hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { FaultCode } from '@fournil/contract/machines/faults';
import { nextTask } from './day.ts';
import { ageFaults, clearFault, nextFaultChangeAt, raiseFault } from './faults.ts';
import { chamberAfter } from './physics.ts';
import { between, waitFor } from './random.ts';
import { type RunnableProgram, stepAt } from './runnableProgram.ts';
import { bake, emitReading, endTask, lasting, openDoor, setTemperatureOf, startTask } from './tasks.ts';
import { isDoorOpen, meanBetween, randomOf, type Work, type World } from './work.ts';

/** Computed on a fixed time grid, so that the day does not depend on when it is called. */
const preheatLookMilliseconds = 20_000;

/**
 * Advances the oven to `untilAt`, from one event to the next; the same for live operation and for a generated past.
 */
export function advance(work: Work, world: World, untilAt: number): void {
  if (work.isUnpowered) {
    work.nowAt = Math.max(work.nowAt, untilAt);
    return;
  }
  while (work.nowAt < untilAt) {
    moveTo(work, world, Math.max(work.nowAt, Math.min(untilAt, nextMomentAt(work))));
    ageFaults(work, world);
    loseLink(work, world);
    step(work, world);
    if (isTaskOver(work)) {
      endTask(work, world);
      nextTask(work, world);
    }
    if (work.nowAt >= work.nextReadingAt) emitReading(work, world);
  }
}

function nextMomentAt(work: Work): number {
  const { task, nowAt } = work;
  const doorAt = isDoorOpen(work) ? work.doorUntil : Number.MAX_SAFE_INTEGER;
  const lookAt =
    task.kind === 'preheat'
      ? (Math.floor(nowAt / preheatLookMilliseconds) + 1) * preheatLookMilliseconds
      : nowAt + hourMilliseconds;
  const stepAt = task.kind === 'program' ? nextStepAt(task) : Number.MAX_SAFE_INTEGER;
  return Math.min(
    task.endsAt,
    nextFaultChangeAt(work),
    work.nextLostLinkAt,
    work.nextReadingAt,
    doorAt,
    stepAt,
    lookAt,
  );
}

function nextStepAt(task: Extract<Work['task'], { kind: 'program' }>): number {
  return task.startedAt + (task.program.spans[task.step]?.toSeconds ?? 0) * 1000;
}

function moveTo(work: Work, world: World, at: number): void {
  const chamber = chamberAfter(
    work,
    world.model,
    setTemperatureOf(work.task),
    isDoorOpen(work),
    (at - work.nowAt) / 1000,
  );
  work.temperatureCelsius = chamber.temperatureCelsius;
  work.energyKilowattHours = chamber.energyKilowattHours;
  work.nowAt = at;
}

function isTaskOver({ task, nowAt, temperatureCelsius }: Work): boolean {
  return (
    nowAt >= task.endsAt ||
    (task.kind === 'preheat' && nowAt % preheatLookMilliseconds === 0 && temperatureCelsius >= task.targetCelsius - 1)
  );
}

/** At the end of a phase with a notification the door is opened. */
function step(work: Work, world: World): void {
  const { task } = work;
  if (task.kind !== 'program' || work.nowAt >= task.endsAt) return;
  const now = stepAt(task.program, (work.nowAt - task.startedAt) / 1000);
  if (now === task.step) return;
  if (task.program.spans[task.step]?.notification) openDoor(work, between(randomOf(work), 15_000, 35_000));
  task.step = now;
  emitReading(work, world);
}

function loseLink(work: Work, world: World): void {
  if (work.nowAt < work.nextLostLinkAt) return;
  const random = randomOf(work);
  work.nextLostLinkAt = work.nowAt + waitFor(random, meanBetween.lostLinksMilliseconds);
  world.emit({ kind: 'lostLink', at: work.nowAt, forMilliseconds: between(random, 1, 10) * minuteMilliseconds });
}

/** Switches the oven on or off, as a person does. */
export function switchPower(work: Work, world: World, isOn: boolean): void {
  if (!isOn && work.task.kind !== 'off') {
    endTask(work, world, 'interrupted');
    startTask(work, world, { kind: 'off', ...lasting(work, 0) }, 'PowerOff');
  }
  work.isUnpowered = !isOn;
  if (!isOn || work.task.kind !== 'off') return;
  work.overtimeUntil = work.nowAt + 2 * hourMilliseconds;
  startTask(work, world, { kind: 'ready', ...lasting(work, 1) }, 'PowerOn');
}

/**
 * Runs a program that a person has chosen. Until it is over no fault begins and no connection is lost by chance, which
 * would interrupt what they want to see.
 */
export function runNow(work: Work, world: World, program: RunnableProgram): void {
  if (work.task.kind === 'off') startTask(work, world, { kind: 'ready', ...lasting(work, 0) }, 'PowerOn');
  else endTask(work, world, 'interrupted');
  work.overtimeUntil = work.nowAt + program.totalSeconds * 1000 + hourMilliseconds;
  work.nextFaultAt = Math.max(work.nextFaultAt, work.overtimeUntil);
  work.nextLostLinkAt = Math.max(work.nextLostLinkAt, work.overtimeUntil);
  bake(work, world, program);
}

export function setFault(work: Work, world: World, code: FaultCode, isOn: boolean): void {
  if (isOn) raiseFault(work, world, code, Number.MAX_SAFE_INTEGER);
  else clearFault(work, world, code);
}
