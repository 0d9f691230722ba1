import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { requiredText } from '../kit/text.ts';
import { settingTypes, settingValue } from '../machine-link/fields.ts';
import { modelLimits } from '../models/model.ts';
import { modelCode } from '../models/modelCode.ts';

export const rolloutLimits = { rings: 10, name: 60, chosen: 500, listPageSize: 30, machinesPageSize: 30 } as const;

/** The default settings of a new rollout, in the form and in calls that leave them out. */
export const rolloutDefaults = {
  openAtPercent: 90,
  abortAtPercent: 2,
  silenceMinutes: 240,
  bakesToOpen: 0,
  abortAtInterruptedPercent: 50,
} as const;
/** The form's default for programs and menus: a ring opens after this many bakes of the one before it. */
export const bakesToOpenByDefault = 3;

const chosen = <Id extends z.ZodType<string, unknown>>(id: Id) => z.array(id).max(rolloutLimits.chosen).default([]);

/** The machines of a ring: those that meet every criterion, without those of earlier rings; then a share of these. */
export const ringInput = z.strictObject({
  name: requiredText(rolloutLimits.name),
  organisations: chosen(z.uuid()),
  /** Including all structures below. */
  structures: chosen(reference('structures')),
  /** Machines that hold a program with one of these tags. */
  tags: chosen(reference('tags')),
  models: z.array(modelCode).max(modelLimits.models).default([]),
  sharePercent: z.int().min(1).max(100).default(100),
});
export type RingInput = z.output<typeof ringInput>;

/** The rings and rules of every rollout. */
const ringsAndRules = {
  rings: z.array(ringInput).min(1).max(rolloutLimits.rings),
  /** A ring opens when this share of the previous one has succeeded. */
  openAtPercent: z.int().min(1).max(100).default(rolloutDefaults.openAtPercent),
  /** The rollout ends by itself when more than this share of a ring has failed. */
  abortAtPercent: z.int().min(0).max(100).default(rolloutDefaults.abortAtPercent),
  /** The rollout pauses by itself when no machine of a ring has reported for this time. */
  silenceMinutes: z.int().min(5).max(10_080).default(rolloutDefaults.silenceMinutes),
  /** A ring opens when the machines of the previous one have completed this many bakes with what they were given. */
  bakesToOpen: z.int().min(0).max(1000).default(rolloutDefaults.bakesToOpen),
  /**
   * The rollout ends by itself when more than this share of these bakes of a ring was interrupted: of the bakes that
   * have ended, or of `bakesToOpen` while they are fewer. Without effect when `bakesToOpen` is 0.
   */
  abortAtInterruptedPercent: z.int().min(0).max(100).default(rolloutDefaults.abortAtInterruptedPercent),
};

/** POST `rollouts`, and `rollouts/preview` for a dry run: of a version of the software. */
export const rolloutInput = z.strictObject({
  update: reference('software_updates'),
  ...ringsAndRules,
  /** Also for machines with a newer version. */
  allowOlder: z.boolean().default(false),
  /** When the last ring has ended, machines that are paired later get the version too. */
  thenGeneral: z.boolean().default(true),
});
export type RolloutInput = z.output<typeof rolloutInput>;

/**
 * POST `programs/{id}/rollouts` and `menus/{id}/rollouts`, each with `/preview` for a dry run. When the last ring has
 * succeeded, the revision is approved for all machines.
 */
export const revisionRolloutInput = z.strictObject({ revision: z.int().min(1), ...ringsAndRules });
export type RevisionRolloutInput = z.output<typeof revisionRolloutInput>;

/** POST `rollouts/settings`, and `rollouts/settings/preview` for a dry run. Temperatures are °C. */
export const settingRolloutInput = z.strictObject({
  param: z.string().min(1).max(64),
  type: z.enum(settingTypes),
  value: settingValue,
  ...ringsAndRules,
});
export type SettingRolloutInput = z.output<typeof settingRolloutInput>;

/** What the inputs of all kinds have in common. */
export type RingsAndRules = Omit<RevisionRolloutInput, 'revision'>;
