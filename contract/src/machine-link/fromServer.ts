import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { programBody } from '../programs/programBody.ts';
import { reportId as id, revision, settingTypes, settingValue, sha256, text, v } from './fields.ts';
import { refusalCodes, refusalLimits, refusedLists } from './refusals.ts';
import { linkLimits } from './topics.ts';

/**
 * Retained: the programs that the machine should hold, in the order of its screen. The machine removes every other
 * program that came from the server.
 */
export const desired = z.strictObject({
  v,
  version: z.int().min(0),
  programs: z
    .array(
      z.strictObject({
        id: z.uuid(),
        revision,
        sha256,
        /** A person decided that a change made at the machine is overwritten by this revision. */
        overwrite: z.boolean().optional(),
      }),
    )
    .max(linkLimits.programsPerMachine),
});
export type Desired = z.infer<typeof desired>;

/** One requested body. The machine checks its SHA-256 (of `canonicalText`) before it accepts it. */
export const programs = z.strictObject({ v, sha256, body: programBody });
export type Programs = z.infer<typeof programs>;

/**
 * A setting to change; not to be executed after `expiresAt`. It may arrive more than once (QoS 1, and again after each
 * birth until it is answered): a machine executes one `commandId` once and repeats its answer.
 */
export const commands = z.strictObject({
  v,
  commandId: z.uuid(),
  expiresAt: instant,
  set: z.strictObject({
    param: text(64),
    type: z.enum(settingTypes),
    value: settingValue,
  }),
});
export type Command = z.infer<typeof commands>;

/**
 * Sent after the commit with the ids of the stored reports: of `birth`, `reported` and `answers` their own, of batches
 * those of their entries (SCL-01). This is the acknowledgement that counts, because with an external broker PUBACK says
 * only that the broker has the report. A machine keeps a report until it is named here, and sends it again when it was
 * not named within `storedWithinSeconds`, or after a new connection. Reports that are refused for ever are named too.
 */
export const stored = z.strictObject({ v, ids: z.array(id).min(1).max(linkLimits.idsPerStored) });

/**
 * MKR-01: what the server refuses for ever, sent before the `stored` that names the ids of the same message. The other
 * entries of the message are stored. A machine sends nothing of this again; machines that do not know this topic stop
 * at `stored`.
 */
export const refused = z.strictObject({
  v,
  /** The topic of the refused message, after `m/{machineId}/`. */
  topic: z.string().max(100),
  entries: z
    .array(
      z.strictObject({
        /** The list in which the refused entry stands; absent where the whole message is refused. */
        list: z.enum(refusedLists).optional(),
        /** Its place in that list, from 0. */
        index: z.int().min(0).optional(),
        /** The id of the entry, or of the message, if it has one that `stored` can name. */
        id: id.optional(),
        code: z.enum(refusalCodes),
        /** The field that breaks the rule, from the entry downwards. */
        field: z.string().max(refusalLimits.fieldCharacters).optional(),
        /** The rule in English, for people who look for the cause. */
        rule: z.string().max(refusalLimits.ruleCharacters),
      }),
    )
    .min(1)
    .max(linkLimits.entriesPerRefused),
});
export type Refused = z.infer<typeof refused>;
