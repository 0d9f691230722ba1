import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { activityTypes } from '../machines/activities.ts';
import { faultCodes } from '../machines/faults.ts';
import {
  at,
  entries,
  heldProgram,
  reportId as id,
  largest,
  machineSetting,
  revision,
  seconds,
  temperatureCelsius,
  text,
  v,
} from './fields.ts';
import { answerReason } from './reasons.ts';
import { linkLimits } from './topics.ts';

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
  settings: z.array(machineSetting).max(linkLimits.settingsPerMachine),
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
 * Sent by a connected machine that has sent nothing else for `aliveSeconds`, with QoS 0: brokers that end without a
 * last will leave no wrong state (SCL-01). It is not stored, so `stored` does not name it.
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
          totalSeconds: seconds,
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
          elapsedSeconds: seconds,
          totalSeconds: seconds,
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
  settings: z.array(machineSetting).max(linkLimits.settingsPerMachine).optional(),
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
