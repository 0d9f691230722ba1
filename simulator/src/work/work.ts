import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import type { ActivityType, WashMode } from '@fournil/contract/machines/activities';
import type { MachineModel } from '@fournil/contract/machines/catalogue';
import type { FaultCode } from '@fournil/contract/machines/faults';
import type { Chamber } from './physics.ts';
import { hashOf, openRandom, type Random, waitFor } from './random.ts';
import type { RunnableProgram } from './runnableProgram.ts';

interface Timed {
  startedAt: number;
  endsAt: number;
}
export type Task = Timed &
  (
    | { kind: 'off' | 'ready' | 'sleep' | 'diagnostic' }
    | { kind: 'preheat'; targetCelsius: number; program: RunnableProgram | null }
    | { kind: 'manual'; targetCelsius: number }
    | { kind: 'wash'; mode: WashMode }
    | { kind: 'program'; program: RunnableProgram; step: number }
  );

export interface OpenFault {
  code: FaultCode;
  /** The instant as it was reported: the end must name the same one, whatever the speed has become since. */
  dateStart: string;
  endsAt: number;
}

/** The state of an oven at one instant of its own time (milliseconds). Plain data, stored as it is. */
export interface Work extends Chamber {
  nowAt: number;
  random: number;
  task: Task;
  doorUntil: number;
  faults: OpenFault[];
  nextFaultAt: number;
  nextLostLinkAt: number;
  nextReadingAt: number;
  /** Days of its shift on which it has slept and washed. */
  sleptDay: number;
  washedDay: number;
  /** A person keeps it at work outside its shift. */
  overtimeUntil: number;
  /** Without power nothing happens, until it is switched on. */
  isUnpowered: boolean;
}

export interface ReadingProgram {
  id: string;
  name: string;
  step: number;
  stepCount: number;
  elapsedSeconds: number;
  totalSeconds: number;
}

/** What happens, in the oven's own time. */
export type WorkEvent =
  | {
      kind: 'activity';
      at: number;
      type: ActivityType;
      program?: Pick<RunnableProgram, 'id' | 'name' | 'revision' | 'sha256' | 'totalSeconds'>;
      mode?: string;
    }
  | { kind: 'error'; at: number; code: FaultCode; dateStart: string; isEnded: boolean }
  | {
      kind: 'reading';
      at: number;
      chamberTemperatureCelsius: number | null;
      setTemperatureCelsius: number | null;
      energyKilowattHours: number;
      doorOpen: boolean;
      program: ReadingProgram | null;
    }
  | { kind: 'lostLink'; at: number; forMilliseconds: number };

/** What the oven's work depends on besides its state. */
export interface World {
  model: MachineModel;
  /** The start of its shift within the UTC day. */
  shiftStartMilliseconds: number;
  runnablePrograms: () => readonly RunnableProgram[];
  /** The oven's own preference among its programs. */
  liking: (program: RunnableProgram) => number;
  /** A fixed interval of readings for a generated past; otherwise it depends on the work. */
  readingEveryMilliseconds: number | null;
  /** An instant of the oven's own time as wall clock time (ISO 8601). */
  instant: (ownAt: number) => string;
  emit: (event: WorkEvent) => void;
}

export const meanBetween = { faultsMilliseconds: dayMilliseconds, lostLinksMilliseconds: 14 * hourMilliseconds };

export function newWork(serialNumber: string, nowAt: number): Work {
  const random = openRandom(hashOf(serialNumber));
  return {
    nowAt,
    task: { kind: 'off', startedAt: nowAt, endsAt: nowAt },
    temperatureCelsius: 22,
    energyKilowattHours: Math.round(random.next() * 40_000),
    doorUntil: 0,
    faults: [],
    nextFaultAt: nowAt + waitFor(random, meanBetween.faultsMilliseconds),
    nextLostLinkAt: nowAt + waitFor(random, meanBetween.lostLinksMilliseconds),
    nextReadingAt: nowAt,
    sleptDay: -1,
    washedDay: -1,
    overtimeUntil: 0,
    isUnpowered: false,
    random: random.state(),
  };
}

/** The random generator of the work; its state is stored in the work after every draw. */
export function randomOf(work: Work): Random {
  const random = openRandom(work.random);
  return {
    next: () => {
      const value = random.next();
      work.random = random.state();
      return value;
    },
    state: random.state,
  };
}

export function worldFor(
  serialNumber: string,
  needs: Pick<World, 'model' | 'runnablePrograms' | 'instant' | 'emit'>,
): World {
  const shiftStartMilliseconds = (hashOf(`shift ${serialNumber}`) / 2 ** 32) * dayMilliseconds;
  const liking = (program: RunnableProgram) => 1 + (hashOf(serialNumber + program.id) % 9);
  return { ...needs, shiftStartMilliseconds, liking, readingEveryMilliseconds: null };
}

export function isDoorOpen(work: Work): boolean {
  return work.nowAt < work.doorUntil;
}
