import type { ActivityType, MachineOccupation } from '@fournil/contract/machines/activities';
import type { FaultCode } from '@fournil/contract/machines/faults';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

/** SCL-03: the figures of a machine and day (migration 0066). */
export interface MachineDayRow {
  organisationId: string;
  machineId: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  /** Its figures are not those of the log: the log is read instead. */
  isStale: Generated<boolean>;
  hasStart: Generated<boolean>;
  activityCount: Generated<number>;
  faultCount: Generated<number>;
  activities: Json<KeptActivities> | null;
  faults: Json<KeptFault[]> | null;
  /** Of a day whose readings are deleted, or about to be; quarters of an hour without any are left out. */
  energy: Json<[quarter: number, kilowattHours: number][]> | null;
  lastReadingAt: Date | null;
  lastEnergy: number | null;
}

export interface KeptActivities {
  /** Those that began on this day. */
  programs: { id: string | null; name: string | null }[];
  /** In order; quarters of an hour without events are left out. */
  quarters: KeptQuarter[];
}

/**
 * What a machine did in a quarter of an hour, for whatever it did before: events that end something, which count if
 * they end what it was doing, and the figures from its first other event to the end of the quarter. Times in
 * milliseconds; programs by their place in `programs`.
 */
export interface KeptQuarter {
  /** Of the day in UTC, from 0 to 95. */
  quarter: number;
  /** The first of each kind. */
  ends?: { type: ActivityType; after: number; mode: string | null }[];
  /** The first other event, after the beginning of the quarter. */
  start?: number;
  sums?: Partial<Record<MachineOccupation, number>>;
  /** Program, runs that began, completed and interrupted ones of these, and their time. */
  uses?: [program: number, runs: number, completed: number, interrupted: number, milliseconds: number][];
  /** What it is doing at the end. */
  last?: ActivityType;
  program?: number;
}

/** The faults that began in a quarter of an hour, and how long those lasted that have ended. */
export interface KeptFault {
  quarter: number;
  code: FaultCode;
  count: number;
  seconds: number;
}
