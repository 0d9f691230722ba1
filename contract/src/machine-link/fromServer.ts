import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { largestInteger } from '../kit/integers.ts';
import { programBody } from '../programs/programBody.ts';
import { withCodes } from './codes.ts';
import { reportId as id, revision, settingTypes, settingValue, sha256, text, v } from './fields.ts';
import { refusalCodes, refusalLimits, refusalWords, refusedLists } from './refusals.ts';
import { linkLimits } from './topics.ts';

export const desired = z.strictObject({
  v,
  version: z
    .int()
    .min(0)
    .max(largestInteger)
    .describe('Grows with every change. A message with an older version is ignored; the same one changes nothing.'),
  programs: z
    .array(
      z.strictObject({
        id: z.uuid().describe('The program’s id.'),
        revision,
        sha256,
        overwrite: z
          .boolean()
          .optional()
          .describe('true: a person decided that a change made at the machine gives way to this revision.'),
        overwrites: sha256
          .optional()
          .describe(
            'With `overwrite`: the hash of the change that gives way. A machine that has another one by now keeps it, and reports it.',
          ),
      }),
    )
    .max(linkLimits.programsPerMachine)
    .describe(
      'The programs that the machine should hold, in the order of its screen. It removes every other program that came from the console.',
    ),
});
export type Desired = z.infer<typeof desired>;

export const programs = z.strictObject({
  v,
  sha256,
  body: programBody.describe('The program. Its hash is computed over the canonical text, without the revision.'),
});
export type Programs = z.infer<typeof programs>;

export const commands = z.strictObject({
  v,
  commandId: z.uuid().describe('A machine executes one id once, and repeats its answer when the command comes again.'),
  expiresAt: instant.describe('Not to be executed after this time.'),
  set: z
    .strictObject({
      param: text(64).describe('The name of the setting, as the machine has reported it.'),
      type: z.enum(settingTypes).describe('Its type, as the machine has reported it.'),
      value: settingValue,
    })
    .describe('The setting to change.'),
});
export type Command = z.infer<typeof commands>;

export const stored = z.strictObject({
  v,
  ids: z
    .array(id)
    .min(1)
    .max(linkLimits.idsPerStored)
    .describe(
      'Of `birth`, `reported`, `changed` and `answers` their own ids, of batches those of their entries: stored, or refused for ever.',
    ),
});

export const refused = z.strictObject({
  v,
  topic: z
    .string()
    .max(100)
    .describe('The topic of the refused message, after `m/{machineId}/`; other for one not read.'),
  entries: z
    .array(
      z.strictObject({
        list: z
          .enum(refusedLists)
          .optional()
          .describe('The list in which the refused entry stands; absent where the whole message is refused.'),
        index: z.int().min(0).optional().describe('Its place in that list, from 0.'),
        id: id.optional().describe('The id of the entry, or of the message, if it is one that `stored` can name.'),
        messageSha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional()
          .describe(
            'Where there is no `id`: the SHA-256 of the payload of the message, in 64 small hexadecimal digits. Absent for a message that was not read.',
          ),
        code: withCodes(z.enum(refusalCodes), 'Why. These codes are stable; new ones may be added.', refusalWords),
        field: z
          .string()
          .max(refusalLimits.fieldCharacters)
          .optional()
          .describe('The field that breaks the rule, from the entry downwards.'),
        rule: z
          .string()
          .max(refusalLimits.ruleCharacters)
          .describe('The rule in English, for people who look for the cause.'),
      }),
    )
    .min(1)
    .max(linkLimits.entriesPerRefused)
    .describe('What is not stored. Everything else of the same message is.'),
});
export type Refused = z.infer<typeof refused>;
