import { z } from 'zod';
import { instant } from '../kit/instants.ts';

/** Where one machine stands with one update. */
export const machineUpdateStates = [
  'waiting',
  'offered',
  'downloading',
  'installing',
  'restartPending',
  'done',
  'failed',
  'skipped',
  'cancelling',
  'cancelled',
] as const;
export type MachineUpdateState = (typeof machineUpdateStates)[number];

/** Nothing more is to come. */
export const finishedStates = [
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const satisfies readonly MachineUpdateState[];

/** On its way, in whatever direction: a machine has at most one such. */
export const openStates = [
  'waiting',
  'offered',
  'downloading',
  'installing',
  'restartPending',
  'cancelling',
] as const satisfies readonly MachineUpdateState[];
/** The machine has been told to install it, and may fetch the file. */
export const deployedStates = [
  'offered',
  'downloading',
  'installing',
  'restartPending',
] as const satisfies readonly MachineUpdateState[];
/** Nothing has been written on the machine: it can still be called back. */
export const recallableStates = ['waiting', 'offered', 'downloading'] as const satisfies readonly MachineUpdateState[];

/** Over without the new version: the machine can be given another chance. */
export const retryableStates = ['failed', 'skipped', 'cancelled'] as const satisfies readonly MachineUpdateState[];

/** At what time of its own day a machine takes updates; both missing: at any. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'custom.validation.clockTime' });

export const machineUpdateView = z.object({
  id: z.string(),
  version: z.string(),
  beta: z.boolean(),
  description: z.string().nullable(),
  state: z.enum(machineUpdateStates),
  /** The machine's last words on it. */
  message: z.string().nullable(),
  /** Of the download, as far as the machine said. */
  percent: z.int().nullable(),
  at: instant,
});
export type MachineUpdateView = z.infer<typeof machineUpdateView>;

/** GET `machines/{id}/updates`: what is installed, what is coming and when, what has been. */
export const machineUpdates = z.object({
  installed: z.string().nullable(),
  coming: machineUpdateView.nullable(),
  /** When it may begin: in this machine's own hours. Null: at its next call. */
  notBefore: instant.nullable(),
  /** In the machine's own time. */
  hours: z.object({ from: clockTime, to: clockTime }).nullable(),
  betaAllowed: z.boolean(),
  /** The machine has asked for updates at least once. */
  lastAskedAt: instant.nullable(),
  past: z.array(machineUpdateView),
});
export type MachineUpdates = z.infer<typeof machineUpdates>;

/** PUT `machines/{id}/updates`: what its owner decides. */
export const machineUpdatePreferences = z.strictObject({
  hours: z.object({ from: clockTime, to: clockTime }).nullable().optional(),
  betaAllowed: z.boolean().optional(),
});
export type MachineUpdatePreferences = z.output<typeof machineUpdatePreferences>;
