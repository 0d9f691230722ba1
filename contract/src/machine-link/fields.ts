import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { largestInteger } from '../kit/integers.ts';
import { rule } from '../kit/validation.ts';
import { heldReason } from './reasons.ts';
import { linkLimits } from './topics.ts';

/*
 * MKR-02: what a field means is said once, here, by `describe`: the AsyncAPI document and docs/machines.md follow.
 */

export const v = z.literal(linkLimits.protocolVersion).describe('The version of this protocol, in every message.');
export const reportId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/)
  .describe(
    'Unique for ever on this machine, for instance the number of the start and a counter: what comes twice is stored once.',
  );
export const at = instant.describe(
  'When it happened on the machine, not when it was sent: UTC, always with three digits of milliseconds and Z.',
);
export const entries = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .min(1)
    .max(linkLimits.entriesPerMessage)
    .describe('In the order in which they happened. Each is stored, or refused alone.');
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the canonical text of the program’s body, in 64 small hexadecimal digits.');
export const revision = z
  .int()
  .min(1)
  .max(largestInteger)
  .describe('The number under which the program was saved. It is not part of the hash.');
/** Single precision holds nothing nearer to 0; no sensor measures less. */
const nearestToZero = 1e-6;
export const temperatureCelsius = z
  .number()
  .min(-40)
  .max(1000)
  .refine(
    (value) => value === 0 || Math.abs(value) >= nearestToZero,
    rule('custom.validation.nearZero', { least: nearestToZero }),
  );
/** Up to 31 years, so that sums of any number of entries can be computed. */
export const seconds = z.number().min(0).max(1e9);
export const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed());

export const heldProgram = z
  .strictObject({
    id: z.uuid().describe('The program’s id, as in `desired`.'),
    revision: revision.describe('The revision that the machine has settled: of a refused one, that which is wanted.'),
    sha256: sha256.describe(
      'applied and refused: that of `desired`. changed: that of the edited body. In 64 small hexadecimal digits.',
    ),
    state: z
      .enum(['applied', 'refused', 'changed'])
      .describe(
        'applied: it is on the machine as wanted. refused: the machine does not take this revision, and holds its former one or none. changed: a person has edited it at the machine, `sha256` is that of the edited body, and the body itself was sent in `changed`.',
      ),
    reason: heldReason.optional().describe('Why it is refused, or what was changed at the machine.'),
  })
  .describe('A program as the machine holds it now.');
export type HeldProgram = z.infer<typeof heldProgram>;

export const settingTypes = ['DOUBLE', 'TEXT', 'BOOL', 'IP', 'TEXTLIST'] as const;
export type SettingType = (typeof settingTypes)[number];
export const settingUnits = ['Celsius', 'percent', 'seconds', 'minutes'] as const;
export const settingValue = z
  .union([z.string().max(255), z.number(), z.boolean()])
  .describe('The value: a number for DOUBLE, true or false for BOOL, else a text.');
export type SettingValue = z.infer<typeof settingValue>;

const param = text(64).describe(
  'The setting’s name, for instance buzzer.seconds. The console has words for the names in docs/machines.md, section 10, and shows others as they are.',
);
const type = <Name extends SettingType>(name: Name) =>
  z.literal(name).describe('The type, which decides the other fields.');

export const machineSetting = z
  .discriminatedUnion('type', [
    z.strictObject({
      param,
      type: type('DOUBLE'),
      value: z.number().describe('The value in force.'),
      min: z.number().describe('The least value that the machine accepts.'),
      max: z.number().describe('The largest value that the machine accepts.'),
      unit: z
        .enum(settingUnits)
        .optional()
        .describe('The unit. Temperatures are shown to people in their own unit, and sent in °C.'),
    }),
    z.strictObject({
      param,
      type: type('TEXT'),
      value: z.string().max(255).describe('The text in force.'),
      maxLength: z.int().min(1).max(255).describe('The most characters that the machine accepts.'),
    }),
    z.strictObject({ param, type: type('BOOL'), value: z.boolean().describe('The value in force.') }),
    z.strictObject({
      param,
      type: type('IP'),
      value: z.union([z.ipv4(), z.ipv6()]).describe('The address in force, of IPv4 or IPv6.'),
    }),
    z.strictObject({
      param,
      type: type('TEXTLIST'),
      value: text(64).describe('The choice in force.'),
      options: z.array(text(64)).min(1).max(50).describe('What can be chosen.'),
    }),
  ])
  .describe('A setting of the machine, with the limits that it enforces itself.');
export type MachineSetting = z.infer<typeof machineSetting>;

export const settings = z
  .array(machineSetting)
  .max(linkLimits.settingsPerMachine)
  .describe('Settings that the maker’s support may change. Each is stored, or refused alone.');
export const heldPrograms = z
  .array(heldProgram)
  .max(linkLimits.programsPerMachine)
  .describe('All programs that came from the console: one that is missing here is not on the machine.');
export const desiredVersion = z
  .int()
  .min(0)
  .max(largestInteger)
  .describe('The version of the newest `desired` that was processed; 0 for none.');
