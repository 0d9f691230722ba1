import { z } from 'zod';
import { node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { requiredText, searchText } from '../kit/text.ts';
import { modelLimits } from '../models/model.ts';
import { modelCode } from '../models/modelCode.ts';
import { machineUpdateStates } from './machineUpdate.ts';
import { updateCounts } from './softwareUpdate.ts';

export const rolloutLimits = { rings: 10, name: 60, chosen: 500, listPageSize: 30, machinesPageSize: 30 } as const;

/** The default settings of a new rollout, in the form and in calls that leave them out. */
export const rolloutDefaults = { openAtPercent: 90, abortAtPercent: 2, silenceMinutes: 240 } as const;

const ids = z.array(z.uuid()).max(rolloutLimits.chosen).default([]);

/** The machines of a ring: those that meet every criterion, without those of earlier rings; then a share of these. */
export const ringInput = z.strictObject({
  name: requiredText(rolloutLimits.name),
  organisations: ids,
  /** Including all structures below. */
  structures: ids,
  /** Machines that hold a program with one of these tags. */
  tags: ids,
  models: z.array(modelCode).max(modelLimits.models).default([]),
  sharePercent: z.int().min(1).max(100).default(100),
});
export type RingInput = z.output<typeof ringInput>;

/** POST `rollouts`, and `rollouts/preview` for a dry run. */
export const rolloutInput = z.strictObject({
  update: z.uuid(),
  rings: z.array(ringInput).min(1).max(rolloutLimits.rings),
  /** A ring opens when this share of the previous one has succeeded. */
  openAtPercent: z.int().min(1).max(100).default(rolloutDefaults.openAtPercent),
  /** The rollout ends by itself when more than this share of a ring has failed. */
  abortAtPercent: z.int().min(0).max(100).default(rolloutDefaults.abortAtPercent),
  /** The rollout pauses by itself when no machine of a ring has reported for this time. */
  silenceMinutes: z.int().min(5).max(10_080).default(rolloutDefaults.silenceMinutes),
  /** Also for machines with a newer version. */
  allowOlder: z.boolean().default(false),
  /** When the last ring has ended, machines that are paired later get the version too. */
  thenGeneral: z.boolean().default(true),
});
export type RolloutInput = z.output<typeof rolloutInput>;

/** Reasons why a machine is left out. */
export const leftOutReasons = [
  'model',
  'hardware',
  'beta',
  'installed',
  'newer',
  'notInService',
  'busy',
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

/** `unconfirmed`: waits for a second person (SWU-06). */
export const rolloutStates = ['unconfirmed', 'running', 'paused', 'stopped', 'aborted', 'done'] as const;
export type RolloutState = (typeof rolloutStates)[number];
/** `nothingProved`: no machine of a ring has installed it; `takenBack`: withdrawn before it was confirmed. */
export const rolloutReasons = ['failures', 'silence', 'revoked', 'person', 'nothingProved', 'takenBack'] as const;
export type RolloutReason = (typeof rolloutReasons)[number];

export const ringView = z.object({
  position: z.int(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done']),
  size: z.int(),
  openedAt: instant.nullable(),
  counts: updateCounts,
});
export type RingView = z.infer<typeof ringView>;

export const rolloutView = z.object({
  ...node('Rollout'),
  id: z.string(),
  update: z.object({ id: z.string(), version: z.string(), beta: z.boolean(), revoked: z.boolean() }),
  state: z.enum(rolloutStates),
  /** The reason why it does not run; null while it runs, and when it is done. */
  reason: z.enum(rolloutReasons).nullable(),
  openAtPercent: z.int(),
  abortAtPercent: z.int(),
  silenceMinutes: z.int(),
  allowOlder: z.boolean(),
  thenGeneral: z.boolean(),
  rings: z.array(ringView),
  /** The number of machines that `retry` would try again; 0 for a revoked version. */
  retryable: z.int(),
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
 * PUT `rollouts/{id}`: the actions on a rollout. `retry` tries failed machines again; `confirm` is for another person
 * than who asked for it, `takeBack` for every person who may start one.
 */
export const rolloutAction = z.strictObject({
  action: z.enum(['pause', 'resume', 'stop', 'retry', 'confirm', 'takeBack']),
});
export type RolloutAction = z.output<typeof rolloutAction>['action'];

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
  state: z.enum(machineUpdateStates),
  message: z.string().nullable(),
  percent: z.int().nullable(),
  at: instant,
});
export type RolloutMachine = z.infer<typeof rolloutMachine>;
export const rolloutMachineFilters = {
  state: z.enum(machineUpdateStates).optional(),
  ring: z.coerce.number().int().min(0).max(rolloutLimits.rings).optional(),
};

/** GET `rollouts`: of one version, or all. */
export const rolloutFilters = { update: z.uuid().optional() };

/** GET `rollouts/clients`: the clients whose machines a ring can select. */
export const rolloutClient = z.object({ id: z.string(), name: z.string(), machines: z.int() });
export type RolloutClient = z.infer<typeof rolloutClient>;

/** GET `rollouts/places`: structures and tags of one client whose name contains this text. */
export const rolloutPlacesQuery = z.strictObject({ organisation: reference('organisations'), q: searchText() });

/**
 * The structures and tags of one client that a ring can select: the first of each in alphabetical order, and their
 * number.
 */
export const rolloutPlaces = z.object({
  /** `path`: from the top down, its own name last. */
  structures: z.array(z.object({ id: z.string(), name: z.string(), depth: z.int(), path: z.array(z.string()) })),
  structureTotal: z.int(),
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
  tagTotal: z.int(),
});
export type RolloutPlacesQuery = z.output<typeof rolloutPlacesQuery>;
export type RolloutPlaces = z.infer<typeof rolloutPlaces>;
