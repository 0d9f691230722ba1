import { z } from 'zod';
import { node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { searchText } from '../kit/text.ts';
import { settingTypes, settingUnits, settingValue } from '../machine-link/fields.ts';
import { machineUpdateStates } from '../software-updates/machineUpdate.ts';
import { rolloutLimits } from './rolloutInput.ts';

/**
 * MNU-03: what a rollout gives to machines: a version of their software (by the maker), or a revision of a program, a
 * revision of a menu, or a value of a remote setting (within an organisation).
 */
export const rolloutKinds = ['software', 'program', 'menu', 'setting'] as const;
export type RolloutKindName = (typeof rolloutKinds)[number];

/** Reasons why a machine is left out. */
export const leftOutReasons = [
  'model',
  'hardware',
  'beta',
  'installed',
  'newer',
  'notInService',
  'busy',
  /** Wants or holds this revision, or this value, already. */
  'holds',
  /** Does not report such a setting. */
  'noSetting',
  /** The value is not within the limits that this machine reported. */
  'limits',
  'noRing',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The machines that would be included, those left out, and why. */
const examples = z.array(z.object({ id: z.string(), name: z.string(), society: z.string() }));
export const rolloutPreview = z.object({
  rings: z.array(z.object({ name: z.string(), machines: z.int(), examples })),
  /** `examples`: the first ones by name. */
  leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), machines: z.int(), examples })),
  /**
   * Machines in the rings that have never reported their hardware; they check the compatibility themselves (SWU-05).
   */
  hardwareUntold: z.int(),
  /** Another person has to confirm it before it begins (SWU-06). */
  needsConfirmation: z.boolean(),
});
export type RolloutPreview = z.infer<typeof rolloutPreview>;

/**
 * `unconfirmed`: waits for a second person (SWU-06); `aborted`: ended by its own rules; `rolledBack`: every machine has
 * again what it had before.
 */
export const rolloutStates = ['unconfirmed', 'running', 'paused', 'stopped', 'aborted', 'done', 'rolledBack'] as const;
export type RolloutState = (typeof rolloutStates)[number];
/** The states in which a rollout may still give something to machines. */
export const openRolloutStates = ['unconfirmed', 'running', 'paused'] as const satisfies readonly RolloutState[];
export const endedRolloutStates = [
  'stopped',
  'aborted',
  'done',
  'rolledBack',
] as const satisfies readonly RolloutState[];
export type EndedRolloutState = (typeof endedRolloutStates)[number];

/**
 * `interrupted`: too many bakes were; `nothingProved`: no machine of a ring has installed it; `takenBack`: withdrawn
 * before it was confirmed; `ringRolledBack`: a person has taken one of its rings back; `withdrawn`: the program or menu
 * was withdrawn or deleted; `approved`: a person has approved the revision for all machines.
 */
export const rolloutReasons = [
  'failures',
  'interrupted',
  'silence',
  'revoked',
  'person',
  'nothingProved',
  'takenBack',
  'ringRolledBack',
  'withdrawn',
  'approved',
] as const;
export type RolloutReason = (typeof rolloutReasons)[number];

/**
 * The states of a machine in a rollout. A software update has those of `machineUpdateStates`; the other kinds
 * `waiting` (its ring is not open), `outsideHours` (it is, the machine's hours for updates have not begun), `away`
 * (given; not connected), `underway`, `done` (it holds it), `failed` (refused it), `changed` (changed at the oven, so
 * not overwritten), `missed` (the setting's time to be sent has passed), `cancelled` (never given) and `rolledBack`.
 */
export const rolloutMachineStates = [
  ...machineUpdateStates,
  'outsideHours',
  'away',
  'underway',
  'changed',
  'missed',
  'rolledBack',
] as const;
export type RolloutMachineState = (typeof rolloutMachineStates)[number];

export const rolloutCounts = z.object(
  Object.fromEntries(rolloutMachineStates.map((state) => [state, z.int()])) as Record<RolloutMachineState, z.ZodInt>,
);
export type RolloutCounts = z.infer<typeof rolloutCounts>;

export const ringView = z.object({
  position: z.int(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done']),
  /** For a reader who sees a part of the machines, the number of those they see. */
  size: z.int(),
  openedAt: instant.nullable(),
  counts: rolloutCounts,
  /**
   * The bakes of its machines with what they were given; null for rollouts that do not ask for any, and in the list
   * for those that have ended.
   */
  bakes: z.object({ completed: z.int(), interrupted: z.int() }).nullable(),
  /** Its machines can get back what they had before; false in the list for rollouts that have ended. */
  canRollBack: z.boolean(),
});
export type RingView = z.infer<typeof ringView>;

/** What the rollout gives: `revision` of a program or menu, with the approved one at its start. */
const rolloutSubject = z.object({
  /** Of the version, program or menu; null for a setting. */
  id: z.string().nullable(),
  /** The version, the name of the program or menu, or the parameter. */
  name: z.string(),
  revision: z.int().nullable(),
  formerRevision: z.int().nullable(),
  setting: z
    .object({
      param: z.string(),
      type: z.enum(settingTypes),
      value: settingValue,
      unit: z.enum(settingUnits).nullable(),
    })
    .nullable(),
});

export const rolloutView = z.object({
  ...node('Rollout'),
  id: z.string(),
  kind: z.enum(rolloutKinds),
  subject: rolloutSubject,
  /** Of a software rollout. */
  update: z.object({ id: z.string(), version: z.string(), beta: z.boolean(), revoked: z.boolean() }).nullable(),
  state: z.enum(rolloutStates),
  /** The reason why it does not run; null while it runs, and when it is done. */
  reason: z.enum(rolloutReasons).nullable(),
  openAtPercent: z.int(),
  abortAtPercent: z.int(),
  silenceMinutes: z.int(),
  bakesToOpen: z.int(),
  abortAtInterruptedPercent: z.int(),
  allowOlder: z.boolean(),
  thenGeneral: z.boolean(),
  rings: z.array(ringView),
  /** The number of machines that `retry` would try again; 0 for a revoked version. */
  retryable: z.int(),
  /** All machines can get back what they had before. */
  canRollBack: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  /**
   * The person who asked for it, by starting or retrying it; they cannot confirm it. Null for rollouts from before
   * this rule.
   */
  askedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The person who confirmed it; null before, and where no confirmation is needed. */
  confirmedBy: z.object({ id: z.string(), name: z.string(), at: instant }).nullable(),
  endedAt: instant.nullable(),
});
export type RolloutView = z.infer<typeof rolloutView>;

/**
 * PUT `rollouts/{id}`: the actions on a rollout. `retry` tries failed machines again, and those that were taken back;
 * `confirm` is for another person than who asked for it, `takeBack` withdraws one that waits for this; `rollBack` gives
 * the machines of one ring, or of all, what they had before.
 */
export const rolloutAction = z.strictObject({
  action: z.enum(['pause', 'resume', 'stop', 'retry', 'confirm', 'takeBack', 'rollBack']),
  /** For `rollBack`; all rings without it. */
  ring: z
    .int()
    .min(0)
    .max(rolloutLimits.rings - 1)
    .optional(),
});
export type RolloutActionInput = z.output<typeof rolloutAction>;
export type RolloutAction = RolloutActionInput['action'];

/** GET `rollouts/{id}/machines` */
export const rolloutMachine = z.object({
  id: z.string(),
  machine: z.object({
    id: z.string(),
    name: z.string(),
    serialNumber: z.string(),
    model: z.string().nullable(),
    softwareVersion: z.string().nullable(),
  }),
  society: z.string(),
  ring: z.int(),
  state: z.enum(rolloutMachineStates),
  message: z.string().nullable(),
  percent: z.int().nullable(),
  /** `outsideHours`: the next start of the machine's hours. */
  notBefore: instant.nullable(),
  at: instant,
});
export type RolloutMachine = z.infer<typeof rolloutMachine>;
export const rolloutMachineFilters = {
  state: z.enum(rolloutMachineStates).optional(),
  ring: z.coerce.number().int().min(0).max(rolloutLimits.rings).optional(),
};

/**
 * GET `rollouts`: of one version, program or menu, of one kind, in one state, or all. `q`: in the name or version of what
 * it gives, and in the name of who started it.
 */
export const rolloutFilters = {
  q: searchText(),
  update: z.uuid().optional(),
  program: reference('programs').optional(),
  menu: reference('menus').optional(),
  kind: z.enum(rolloutKinds).optional(),
  state: z.enum(rolloutStates).optional(),
};
export type RolloutFilters = z.output<z.ZodObject<typeof rolloutFilters>>;

/**
 * GET `rollouts/{id}/curve`: how many machines of each ring held it at each of these moments, in their order; the first
 * is the start, the last is now or the end.
 */
export const rolloutCurve = z.object({
  points: z.array(z.object({ at: instant, held: z.array(z.int()) })),
});
export type RolloutCurve = z.infer<typeof rolloutCurve>;
