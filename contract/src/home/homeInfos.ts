import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { faultCodes } from '../machines/faults.ts';

/**
 * GET `home` for client admins and users: the counters of the home page and what needs the reader's attention (HOM-01,
 * HOM-03).
 */
export const homeInfos = z.object({
  /** Eight digits; null in a session in which a master acts in the person's name. */
  securityCode: z.string().nullable(),
  machines: z.int(),
  machinesConnected: z.int(),
  machinesWorking: z.int(),
  machinesFailing: z.int(),
  machinesAway: z.int(),
  machinesToBeApproved: z.int(),
  machinesNotPaired: z.int(),
  programsApproved: z.int(),
  programsToBeApproved: z.int(),
  structureWithMachines: z.int(),
  usersCount: z.int(),
  /** At most five machines with an open fault, the most severe first. */
  failing: z.array(z.object({ id: z.string(), name: z.string(), code: z.enum(faultCodes), since: instant })),
  /**
   * At most five outages, the newest first: the site where the reader sees it, the only machine, and how many of those
   * that the reader sees are not connected again (SCL-01).
   */
  outages: z.array(
    z.object({
      id: z.string(),
      structure: z.object({ id: z.string(), name: z.string() }).nullable(),
      machine: z.object({ id: z.string(), name: z.string() }).nullable(),
      machines: z.int(),
      since: instant,
    }),
  ),
  /** At most five of each kind that wait for the reader. */
  waitingMachines: z.array(z.object({ id: z.string(), name: z.string(), paired: z.boolean() })),
  /** `createdBy`: the author of the revision that waits. */
  waitingPrograms: z.array(z.object({ id: z.string(), name: z.string(), createdBy: z.string().nullable() })),
  /** MNU-02: programs that were changed at ovens, and about which nobody has decided: one for each oven. */
  differences: z.int(),
  refusedPrograms: z.array(z.object({ id: z.string(), name: z.string(), machines: z.int(), reason: z.string() })),
});
export type HomeInfos = z.infer<typeof homeInfos>;

/** GET `home/fleet` for super admins and technicians: numbers only, no organisation's records. */
export const fleetInfos = z.object({
  organisations: z.int(),
  machines: z.int(),
  machinesConnected: z.int(),
  machinesFailing: z.int(),
  softwareVersions: z.array(z.object({ version: z.string(), machines: z.int() })),
  refusedMessages: z.int(),
});
export type FleetInfos = z.infer<typeof fleetInfos>;
