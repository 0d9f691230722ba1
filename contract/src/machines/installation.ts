import { z } from 'zod';
import { changeAtOven } from '../differences/differences.ts';
import { embedded, link, node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { placeKinds } from '../menus/holding.ts';
import { phaseGroup } from '../phases/phaseGroups.ts';

/**
 * The state of a program on a machine (LNK-06). `notSent`: no approved revision, or the machine may not receive any;
 * `pending`: desired, not yet reported; `changedOnMachine`: changed at the oven, a person decides.
 */
export const installationStates = ['synchronised', 'pending', 'refused', 'changedOnMachine', 'notSent'] as const;
export type InstallationState = (typeof installationStates)[number];

/**
 * What a program that is not on a machine yet waits for: its approval, the machine's pairing, approval, service or
 * connection, the end of the bake in which the machine runs this program, or the machine's confirmation.
 */
export const installationWaits = [
  'approval',
  'pairing',
  'machineApproval',
  'service',
  'connection',
  'bake',
  'confirmation',
] as const;

/** An installation: a program on a machine (the documents' `programMachines`). */
export const programMachineView = z.object({
  ...node('ProgramMachine'),
  id: z.string(),
  machine: link('machines'),
  machineName: z.string(),
  position: z.int(),
  /** `restricted`: not approved, and the reader may not see it; name and phases are then left out. */
  program: embedded('programs', {
    name: z.string().nullable(),
    approved: z.boolean(),
    restricted: z.boolean(),
    totalSeconds: z.int(),
    phaseGroups: z.array(phaseGroup),
    imageUrl: z.string().nullable(),
  }),
  /**
   * MNU-01: the menu that puts it there, and the place through which the menu reaches the machine; the name of the
   * place, or of the menu, is null for a reader who does not see it. Null for a program that was only added by hand.
   */
  menu: embedded('menus', {
    name: z.string().nullable(),
    place: z.object({ kind: z.enum(placeKinds), id: z.string(), name: z.string().nullable() }),
  }).nullable(),
  /** MNU-01: it stays when it leaves the menu. */
  addedByHand: z.boolean(),
  state: z.enum(installationStates),
  /** Of `notSent` and `pending`. */
  waitsFor: z.enum(installationWaits).nullable(),
  /** The machine's reason for its refusal. */
  reason: z.string().nullable(),
  /** The time at which this state began. */
  since: instant,
  /** MNU-02: what was changed at the oven, where the state is `changedOnMachine`. */
  change: changeAtOven.nullable(),
  wantedRevision: z.int().nullable(),
  reportedRevision: z.int().nullable(),
});
export type ProgramMachineView = z.infer<typeof programMachineView>;

/** POST `programMachines`: one program on one machine. */
export const programMachineInput = z
  .strictObject({ machine: reference('machines'), program: reference('programs') })
  .meta({
    examples: [
      {
        machine: '/api/machines/01a213da-51c9-776e-be9b-26266d081859',
        program: '/api/programs/01a213da-5248-74b8-a388-d33343eb51c9',
      },
    ],
  });
/** PUT `programMachines/{id}` (PRG-05): the new position, from 1 to the number of installations on the machine. */
export const programMachineUpdate = z.strictObject({ position: z.int().min(1) });
