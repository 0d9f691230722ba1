import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { activityTypes } from '../machines/activities.ts';
import { faultCodes } from '../machines/faults.ts';
import { programBody } from '../programs/programBody.ts';
import { answerReason, heldReason } from './reasons.ts';
import { linkLimits } from './topics.ts';

/** Protocol version, sent in every message. */
const v = z.literal(linkLimits.protocolVersion);
/** Unique for ever on this machine, so that a repeated message is recorded once. */
export const reportId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/);
const id = reportId;
/** The time of the event on the machine, not of sending. */
const at = instant;
const entries = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).min(1).max(linkLimits.entriesPerMessage);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Within 32 bits, the size of the server's columns. */
const largest = 2_147_483_647;
const revision = z.int().min(1).max(largest);
const temperatureCelsius = z.number().min(-40).max(1000);
const text = (max: number) =>
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

/**
 * On connect: the machine's identity and what it holds. `session` counts this machine's connections upwards and is
 * also in the last will.
 */
export const birth = z.strictObject({
  v,
  id,
  at,
  session: z.int().min(1).max(largest),
  model: text(64),
  softwareVersion: text(32),
  settings: z.array(machineSetting).max(100),
  programs: z.array(heldProgram).max(linkLimits.programsPerMachine),
  /** The newest `desired` that was processed; 0 for none. */
  desiredVersion: z.int().min(0).max(largest),
});
export type Birth = z.infer<typeof birth>;

/**
 * The last will; also sent by a machine that disconnects in good order, which says so by `leaving`: that is no outage,
 * however long it lasts (SCL-01).
 */
export const will = z.strictObject({
  v,
  session: z.int().min(1).max(largest),
  leaving: z.literal(true).optional(),
});
export type Will = z.infer<typeof will>;

/**
 * Sent by a connected machine that has sent nothing else for `aliveSeconds`, with QoS 0: brokers that end without a last
 * will leave no wrong state (SCL-01). It is not stored, so `stored` does not name it.
 */
export const alive = z.strictObject({ v });

export const activities = z.strictObject({
  v,
  entries: entries(
    z.strictObject({
      id,
      at,
      type: z.enum(activityTypes),
      program: z
        .strictObject({
          id: z.uuid().nullable(),
          name: text(255),
          revision: revision.nullable(),
          totalSeconds: z.number().min(0),
        })
        .optional(),
      /** Wash: short, long or stopOdor. Preheat: the target. Program: the kind of its end. */
      mode: text(64).optional(),
    }),
  ),
});
export type Activities = z.infer<typeof activities>;

/** A fault begins without `dateEnd`; the same code and `dateStart` with `dateEnd` ends it. */
export const errors = z.strictObject({
  v,
  entries: entries(z.strictObject({ id, code: z.enum(faultCodes), dateStart: instant, dateEnd: instant.optional() })),
});
export type Errors = z.infer<typeof errors>;

/** One per minute while the machine works. Names follow OPC 30200 (commercial kitchen equipment) where it has one. */
export const readings = z.strictObject({
  v,
  entries: entries(
    z.strictObject({
      id,
      at,
      chamberTemperatureCelsius: temperatureCelsius,
      setTemperatureCelsius: temperatureCelsius.nullable(),
      energyKilowattHours: z.number().min(0).max(1e9),
      doorOpen: z.boolean(),
      program: z
        .strictObject({
          id: z.uuid().nullable(),
          name: text(255),
          step: z.int().min(1).max(50),
          stepCount: z.int().min(1).max(50),
          elapsedSeconds: z.number().min(0),
          totalSeconds: z.number().min(0),
        })
        .nullable(),
    }),
  ),
});
export type Readings = z.infer<typeof readings>;

/** The result of `desired`, and every other change on the machine. */
export const reported = z.strictObject({
  v,
  id,
  at,
  desiredVersion: z.int().min(0).max(largest),
  programs: z.array(heldProgram).max(linkLimits.programsPerMachine),
  softwareVersion: text(32).optional(),
  settings: z.array(machineSetting).max(100).optional(),
});
export type Reported = z.infer<typeof reported>;

/**
 * A request for missing bodies. It is answered and not stored. A lost request is repeated, because the machine still
 * lacks the body; so it may be acknowledged at once.
 */
export const requests = z.strictObject({
  v,
  id,
  at,
  programs: z
    .array(z.strictObject({ id: z.uuid(), revision }))
    .min(1)
    .max(50),
});
export type Requests = z.infer<typeof requests>;

/** The answer to a command. */
export const answers = z.strictObject({
  v,
  id,
  at,
  commandId: z.uuid(),
  done: z.boolean(),
  /** The reason, when `done` is false. */
  reason: answerReason.optional(),
  /** The setting after the command. */
  setting: machineSetting.optional(),
});
export type Answers = z.infer<typeof answers>;

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
 * Every topic with its schema and direction; the server's inbound table and the AsyncAPI document are made from it.
 */
export const upMessages = { birth, will, activities, errors, readings, reported, requests, answers, alive };
export const downMessages = { desired, programs, commands, stored };
