import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { machineErrorCodes } from './errors.ts';

/** MAC-03 */
export const statsLimits = { days: 366, defaultDays: 30 } as const;

const secondsByOccupation = z.record(z.string(), z.number());

/**
 * GET `machines/{id}/stats`: what the machine's own reports add up to between two instants; what lasts counts until
 * now.
 */
export const machineStats = z.object({
  from: instant,
  to: instant,
  /** In which zone days and months are counted: the reader's choice. */
  zone: z.string(),
  /** False while the machine has never reported anything. */
  hasReports: z.boolean(),
  /** How long it did what, by `MachineOccupation`; what it never did is left out. */
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
   * The most used first. A run counts where it began; one without an end, because something else began, was
   * interrupted.
   */
  programs: z.array(
    z.object({
      /** Null for one that was written on the oven. */
      id: z.string().nullable(),
      name: z.string(),
      runs: z.int(),
      completed: z.int(),
      interrupted: z.int(),
      seconds: z.number(),
    }),
  ),
  /** Null where the machine measured none. */
  energyKilowattHours: z.number().nullable(),
  /** Errors by the month in which they began, `YYYY-MM`; every month of the period. */
  months: z.array(
    z.object({
      month: z.string(),
      from: instant,
      errors: z.array(z.object({ code: z.enum(machineErrorCodes), count: z.int() })),
    }),
  ),
});
export type MachineStats = z.infer<typeof machineStats>;
