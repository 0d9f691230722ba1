import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { machineErrorCodes } from '../machines/errors.ts';

/** GET `home` for client admin and user: what the home page counts and what needs the reader (HOM-01, HOM-03). */
export const homeInfos = z.object({
  /** Eight digits; null while someone else acts in this person's name. */
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
  /** Worst first: at most five machines that fail now. */
  failing: z.array(z.object({ id: z.string(), name: z.string(), code: z.enum(machineErrorCodes), since: instant })),
  /** At most five of each that wait for the reader. */
  waitingMachines: z.array(z.object({ id: z.string(), name: z.string(), paired: z.boolean() })),
  /** `createdBy`: who wrote the revision that waits. */
  waitingPrograms: z.array(z.object({ id: z.string(), name: z.string(), createdBy: z.string().nullable() })),
  refusedPrograms: z.array(z.object({ id: z.string(), name: z.string(), machines: z.int(), reason: z.string() })),
});
export type HomeInfos = z.infer<typeof homeInfos>;

/** GET `home/fleet` for super admin and technician: numbers only, no organisation's objects. */
export const fleetInfos = z.object({
  organisations: z.int(),
  machines: z.int(),
  machinesConnected: z.int(),
  machinesFailing: z.int(),
  softwareVersions: z.array(z.object({ version: z.string(), machines: z.int() })),
  refusedMessages: z.int(),
});
export type FleetInfos = z.infer<typeof fleetInfos>;
