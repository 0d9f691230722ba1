import { z } from 'zod';
import { node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { phaseGroup } from '../phases/phaseGroups.ts';

/**
 * How a program stands on a machine (LNK-06). `notSent`: no approved revision, or the machine may not receive any;
 * `pending`: wanted, not yet reported; `changedOnMachine`: someone changed it at the oven, a person decides.
 */
export const installationStates = ['synchronised', 'pending', 'refused', 'changedOnMachine', 'notSent'] as const;
export type InstallationState = (typeof installationStates)[number];

/** An installation: a program on a machine (the documents' `programMachines`). */
export const programMachineView = z.object({
  ...node,
  id: z.string(),
  machine: z.string(),
  machineName: z.string(),
  position: z.int(),
  /** `restricted`: unapproved, and the reader may not see it; then name and phases are left out. */
  program: z.object({
    '@id': z.string(),
    id: z.string(),
    name: z.string().nullable(),
    approved: z.boolean(),
    restricted: z.boolean(),
    totalSeconds: z.int(),
    phaseGroups: z.array(phaseGroup),
    imageUrl: z.string().nullable(),
  }),
  state: z.enum(installationStates),
  /** What the machine said when it refused. */
  reason: z.string().nullable(),
  /** Since when this state holds. */
  since: instant,
  wantedRevision: z.int().nullable(),
  reportedRevision: z.int().nullable(),
});
export type ProgramMachineView = z.infer<typeof programMachineView>;

/** POST `programMachines`: one program on one machine. */
export const programMachineInput = z.strictObject({ machine: reference('machines'), program: reference('programs') });
/**
 * PUT `programMachines/{id}` (PRG-05): the new position, from 1 to as many as stand on the machine; one step or
 * several.
 */
export const programMachineUpdate = z.strictObject({ position: z.int().min(1) });
