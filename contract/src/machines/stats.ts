import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { faultCodes } from './faults.ts';

/** MAC-03 */
export const statsLimits = { days: 366, defaultDays: 30 } as const;

const secondsByOccupation = z.record(z.string(), z.number());

/** GET `machines/{id}/stats`: sums of the machine's reports between two instants; what lasts is counted until now. */
export const machineStats = z.object({
  from: instant,
  to: instant,
  /** The zone in which days and months are counted, by the reader's preference. */
  zone: z.string(),
  /** False while the machine has never reported anything. */
  hasReports: z.boolean(),
  /** Time by `MachineOccupation`; occupations that did not occur are left out. */
  seconds: secondsByOccupation,
  /** Every day of the period; `from` is its first instant. */
  days: z.array(
    z.object({
      date: z.string(),
      from: instant,
      seconds: secondsByOccupation,
      bakes: z.int(),
      energyKilowattHours: z.number(),
    }),
  ),
  /**
   * The most used first. A run is counted where it started; a run that ended because something else started was
   * interrupted.
   */
  programs: z.array(
    z.object({
      /** Null for a program that was created on the oven. */
      id: z.string().nullable(),
      name: z.string(),
      runs: z.int(),
      completed: z.int(),
      interrupted: z.int(),
      seconds: z.number(),
    }),
  ),
  /** Null where the machine measures none. */
  energyKilowattHours: z.number().nullable(),
  /** Faults by the month in which they began, `YYYY-MM`; every month of the period. */
  months: z.array(
    z.object({
      month: z.string(),
      from: instant,
      errors: z.array(z.object({ code: z.enum(faultCodes), count: z.int() })),
    }),
  ),
});
export type MachineStats = z.infer<typeof machineStats>;
