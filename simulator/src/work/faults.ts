import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { type FaultCode, faultCodes } from '@fournil/contract/machines/faults';
import { nextTask } from './day.ts';
import { between, pick, waitFor } from './random.ts';
import { endTask } from './tasks.ts';
import { meanBetween, randomOf, type Work, type World } from './work.ts';

/** Faults that stop an oven are rarer than minor ones. */
const weights: Record<FaultCode, number> = { E01: 3, E02: 2, E03: 1, E04: 3, E05: 2, E06: 3, E07: 1, E08: 2 };
const stopping: readonly FaultCode[] = ['E03', 'E07'];

export function raiseFault(work: Work, world: World, code: FaultCode, endsAt: number): void {
  if (work.faults.some((fault) => fault.code === code)) return;
  const dateStart = world.instant(work.nowAt);
  work.faults = [...work.faults, { code, dateStart, endsAt }];
  world.emit({ kind: 'error', at: work.nowAt, code, dateStart, isEnded: false });
  if (!stopping.includes(code) || work.task.kind === 'off') return;
  endTask(work, world, 'interrupted');
  nextTask(work, world);
}

export function clearFault(work: Work, world: World, code: FaultCode): void {
  const fault = work.faults.find((one) => one.code === code);
  if (!fault) return;
  work.faults = work.faults.filter((one) => one !== fault);
  world.emit({ kind: 'error', at: work.nowAt, code, dateStart: fault.dateStart, isEnded: true });
}

/** Starts faults that are due and ends those whose time is over. */
export function ageFaults(work: Work, world: World): void {
  for (const fault of work.faults.filter((one) => one.endsAt <= work.nowAt)) clearFault(work, world, fault.code);
  if (work.nowAt < work.nextFaultAt) return;
  const random = randomOf(work);
  work.nextFaultAt = work.nowAt + waitFor(random, meanBetween.faultsMilliseconds);
  // An oven that is switched off detects no fault.
  if (work.task.kind === 'off') return;
  const code = pick(random, faultCodes, (one) => weights[one]) ?? 'E05';
  raiseFault(work, world, code, work.nowAt + between(random, 5, 180) * minuteMilliseconds);
}

export function nextFaultChangeAt(work: Work): number {
  return Math.min(work.nextFaultAt, ...work.faults.map((fault) => fault.endsAt));
}
