import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { rule } from '../kit/validation.ts';
import { heldReason } from './reasons.ts';
import { linkLimits } from './topics.ts';

/** Protocol version, sent in every message. */
export const v = z.literal(linkLimits.protocolVersion);
/** Unique for ever on this machine, so that a repeated message is recorded once. */
export const reportId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/);
/** The time of the event on the machine, not of sending. */
export const at = instant;
export const entries = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry).min(1).max(linkLimits.entriesPerMessage);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Within 32 bits, the size of the server's columns. */
export const largest = 2_147_483_647;
export const revision = z.int().min(1).max(largest);
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

/** A program as the machine holds it. `refused` and `changed` describe the program that is on the machine now. */
export const heldProgram = z.strictObject({
  id: z.uuid(),
  revision,
  sha256,
  state: z.enum(['applied', 'refused', 'changed']),
  /** The reason of the refusal, or the change made at the machine. */
  reason: heldReason.optional(),
});
export type HeldProgram = z.infer<typeof heldProgram>;

export const settingTypes = ['DOUBLE', 'TEXT', 'BOOL', 'IP', 'TEXTLIST'] as const;
export type SettingType = (typeof settingTypes)[number];
export const settingUnits = ['Celsius', 'percent', 'seconds', 'minutes'] as const;
/** A setting's value on every wire. */
export const settingValue = z.union([z.string().max(255), z.number(), z.boolean()]);
export type SettingValue = z.infer<typeof settingValue>;

/** A setting of the machine with the limits that it enforces itself. */
export const machineSetting = z.discriminatedUnion('type', [
  z.strictObject({
    param: text(64),
    type: z.literal('DOUBLE'),
    value: z.number(),
    min: z.number(),
    max: z.number(),
    /** The unit; shown to people, temperatures in their own unit. */
    unit: z.enum(settingUnits).optional(),
  }),
  z.strictObject({
    param: text(64),
    type: z.literal('TEXT'),
    value: z.string().max(255),
    maxLength: z.int().min(1).max(255),
  }),
  z.strictObject({ param: text(64), type: z.literal('BOOL'), value: z.boolean() }),
  z.strictObject({ param: text(64), type: z.literal('IP'), value: z.union([z.ipv4(), z.ipv6()]) }),
  z.strictObject({
    param: text(64),
    type: z.literal('TEXTLIST'),
    value: text(64),
    options: z.array(text(64)).min(1).max(50),
  }),
]);
export type MachineSetting = z.infer<typeof machineSetting>;
