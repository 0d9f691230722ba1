import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import type { Words } from '../kit/words.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { faultCodes } from '../machines/faults.ts';
import { endedRolloutStates, rolloutKinds, rolloutReasons } from '../rollouts/rollout.ts';

/** The machine of an event, as it is when the message is written. */
export const machineOfEvent = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  serialNumber: z.string(),
  category: z.enum(machineCategoryCodes),
  /** Null for a machine in no structure; `path`: the names from the top level down to its own. */
  structure: z.strictObject({ id: z.uuid(), name: z.string(), path: z.array(z.string()) }).nullable(),
});
export type MachineOfEvent = z.infer<typeof machineOfEvent>;

const program = z.strictObject({ id: z.uuid(), name: z.string(), revision: z.int() });
/** A rollout within the organisation; those of software are the maker's. */
const rollout = z.strictObject({
  id: z.uuid(),
  kind: z.enum(rolloutKinds).exclude(['software']),
  /** Of the program or menu; the code of the setting. */
  name: z.string(),
  /** Null for a setting. */
  revision: z.int().nullable(),
  /** In all its rings: `done` hold what it gives, `failed` have refused it or could not take it. */
  machines: z.strictObject({ total: z.int(), done: z.int(), failed: z.int() }),
});
export type RolloutOfEvent = z.infer<typeof rollout>;
const onMachine = { machine: machineOfEvent };
const beginning = { code: z.enum(faultCodes), beganAt: instant };
const bake = {
  /** `manual`: without a program. */
  kind: z.enum(['program', 'manual']),
  /** As the machine names it; its id is null for a program of the machine's own. */
  program: z.strictObject({ id: z.uuid().nullable(), name: z.string().nullable() }).nullable(),
  beganAt: instant,
};

/** INT-05: what a message contains as `data`, by its type. New fields may be added, none is removed or renamed. */
export const webhookData = {
  'machine.connected': z.strictObject(onMachine),
  /** `inOrder`: it said goodbye, because it was switched off or restarts. */
  'machine.lost': z.strictObject({ ...onMachine, inOrder: z.boolean() }),
  'fault.began': z.strictObject({ ...onMachine, fault: z.strictObject(beginning) }),
  'fault.ended': z.strictObject({ ...onMachine, fault: z.strictObject({ ...beginning, endedAt: instant }) }),
  'bake.began': z.strictObject({ ...onMachine, bake: z.strictObject(bake) }),
  /** `beganAt`: null where the machine has reported the end alone. */
  'bake.ended': z.strictObject({
    ...onMachine,
    bake: z.strictObject({ ...bake, beganAt: instant.nullable(), endedAt: instant }),
  }),
  'program.approved': z.strictObject({ program }),
  'program.installed': z.strictObject({ ...onMachine, program }),
  /** `reason`: in English, as the machine gave it; null when it gave none. */
  'program.refused': z.strictObject({ ...onMachine, program, reason: z.string().nullable() }),
  'program.changedAtMachine': z.strictObject({ ...onMachine, program }),
  /** By a person, or by itself because of a ring's silence. */
  'rollout.paused': z.strictObject({ rollout, reason: z.enum(rolloutReasons) }),
  /** `reason`: null when every ring has succeeded. One that was taken back after its end has ended twice. */
  'rollout.ended': z.strictObject({
    rollout,
    state: z.enum(endedRolloutStates),
    reason: z.enum(rolloutReasons).nullable(),
  }),
  'update.done': z.strictObject({ ...onMachine, version: z.string() }),
  /** `message`: what the machine said last. */
  'update.failed': z.strictObject({ ...onMachine, version: z.string(), message: z.string().nullable() }),
} as const;

export type WebhookType = keyof typeof webhookData;
export const webhookTypes = Object.keys(webhookData) as [WebhookType, ...WebhookType[]];
export type WebhookData<Type extends WebhookType> = z.infer<(typeof webhookData)[Type]>;

/** The type of a test, which an endpoint gets whatever it has chosen. */
export const testType = 'webhook.test';
export const webhookTestData = z.strictObject({ endpoint: z.string() });
export type SentType = WebhookType | typeof testType;

/** The body of a message (Standard Webhooks): one schema for each type. */
export function webhookMessage<Type extends SentType>(type: Type) {
  const data = type === testType ? webhookTestData : webhookData[type as WebhookType];
  return z.strictObject({ type: z.literal(type), timestamp: instant, data });
}

export const webhookTypeWords: Record<SentType, Words> = {
  'machine.connected': { en: 'Machine connected', fr: 'Machine connectée' },
  'machine.lost': { en: 'Machine no longer connected', fr: 'Machine qui n’est plus connectée' },
  'fault.began': { en: 'Fault begins', fr: 'Début d’un défaut' },
  'fault.ended': { en: 'Fault ends', fr: 'Fin d’un défaut' },
  'bake.began': { en: 'Bake begins', fr: 'Début d’une cuisson' },
  'bake.ended': { en: 'Bake ends', fr: 'Fin d’une cuisson' },
  'program.approved': { en: 'Program approved', fr: 'Programme approuvé' },
  'program.installed': { en: 'Program arrived on a machine', fr: 'Programme arrivé sur une machine' },
  'program.refused': { en: 'Program refused by a machine', fr: 'Programme refusé par une machine' },
  'program.changedAtMachine': { en: 'Program changed at the machine', fr: 'Programme modifié sur la machine' },
  'rollout.paused': { en: 'Rollout paused', fr: 'Déploiement en pause' },
  'rollout.ended': { en: 'Rollout ended', fr: 'Fin d’un déploiement' },
  'update.done': { en: 'Software update done', fr: 'Mise à jour logicielle terminée' },
  'update.failed': { en: 'Software update failed', fr: 'Échec d’une mise à jour logicielle' },
  'webhook.test': { en: 'Test', fr: 'Essai' },
};
