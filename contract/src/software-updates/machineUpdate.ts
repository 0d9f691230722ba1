import { z } from 'zod';
import { clockTime, instant } from '../kit/instants.ts';

/** The state of one update on one machine. */
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

/** The final states. */
export const finishedStates = [
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const satisfies readonly MachineUpdateState[];

/** The states of an update under way; a machine has at most one update in them. */
export const openStates = [
  'waiting',
  'offered',
  'downloading',
  'installing',
  'restartPending',
  'cancelling',
] as const satisfies readonly MachineUpdateState[];
/** The machine was told to install it, and may download the file. */
export const deployedStates = [
  'offered',
  'downloading',
  'installing',
  'restartPending',
] as const satisfies readonly MachineUpdateState[];
/** Nothing has been written on the machine, so the update can still be called back. */
export const recallableStates = ['waiting', 'offered', 'downloading'] as const satisfies readonly MachineUpdateState[];

/** Ended without installing the version; the machine can be tried again. */
export const retryableStates = ['failed', 'skipped', 'cancelled'] as const satisfies readonly MachineUpdateState[];

export const machineUpdateView = z.object({
  id: z.string(),
  version: z.string(),
  beta: z.boolean(),
  description: z.string().nullable(),
  state: z.enum(machineUpdateStates),
  /** The machine's last message about it. */
  message: z.string().nullable(),
  /** Progress of the download, as the machine reports it. */
  percent: z.int().nullable(),
  at: instant,
});
export type MachineUpdateView = z.infer<typeof machineUpdateView>;

/**
 * When a machine takes updates: between two times of its own day, which may go past midnight, while its structure is
 * closed (HRS-01; at any time where its hours are not known or it never closes), or at any time (null).
 */
const updateHours = z.union([z.object({ from: clockTime, to: clockTime }), z.literal('whenClosed')]).nullable();
export type UpdateHours = z.infer<typeof updateHours>;

/** GET `machines/{id}/updates`: the installed version, the next update with its time, and past updates. */
export const machineUpdates = z.object({
  installed: z.string().nullable(),
  coming: machineUpdateView.nullable(),
  /** The start of the next update, within this machine's hours. Null: at its next call. */
  notBefore: instant.nullable(),
  hours: updateHours,
  /** The opening hours of its structure are known. */
  hasOpeningHours: z.boolean(),
  betaAllowed: z.boolean(),
  /** The machine has asked for updates at least once. */
  lastAskedAt: instant.nullable(),
  past: z.array(machineUpdateView),
});
export type MachineUpdates = z.infer<typeof machineUpdates>;

/** PUT `machines/{id}/updates`: the decisions of the machine's owner. */
export const machineUpdatePreferences = z.strictObject({
  hours: updateHours.optional(),
  betaAllowed: z.boolean().optional(),
});
export type MachineUpdatePreferences = z.output<typeof machineUpdatePreferences>;
