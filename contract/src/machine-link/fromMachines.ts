import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { largestInteger } from '../kit/integers.ts';
import { rule } from '../kit/validation.ts';
import { activityTypes, activityWords, washModes } from '../machines/activities.ts';
import { faultCodes, faultTexts } from '../machines/faults.ts';
import { changedBody } from '../programs/programBody.ts';
import { withCodes } from './codes.ts';
import {
  at,
  desiredVersion,
  entries,
  heldPrograms,
  reportId as id,
  machineSetting,
  revision,
  seconds,
  settings,
  sha256,
  temperatureCelsius,
  text,
  v,
} from './fields.ts';
import { answerReason } from './reasons.ts';

const session = z
  .int()
  .min(1)
  .max(largestInteger)
  .describe('Counts the connections of this machine upwards, over restarts too.');
const softwareVersion = text(32).describe('The version of the machine’s software that runs.');

export const birth = z.strictObject({
  v,
  id,
  at: at.describe('The machine’s clock at the moment of sending: the server judges the clock by it.'),
  session,
  model: text(64).describe('The code of the model, as at pairing.'),
  softwareVersion,
  settings,
  programs: heldPrograms,
  desiredVersion,
});
export type Birth = z.infer<typeof birth>;

export const will = z.strictObject({
  v,
  session: session.describe('The session of the connection that has ended: a newer one goes on.'),
  leaving: z
    .literal(true)
    .optional()
    .describe('Sent by the machine itself before it disconnects in good order: that is no outage (SCL-01).'),
});
export type Will = z.infer<typeof will>;

export const alive = z.strictObject({ v });

const programName = text(255).describe('The program’s name at that time.');
const programId = z.uuid().nullable().describe('The program’s id; null for one that was written on the machine.');
const totalSeconds = seconds.describe('The whole length of the program in seconds, at most 1,000,000,000.');

const activity = z
  .strictObject({
    id,
    at,
    type: withCodes(z.enum(activityTypes), 'What happened.', activityWords),
    program: z
      .strictObject({
        id: programId,
        name: programName,
        revision: revision.nullable().describe('The revision that ran; null for a program of the machine’s own.'),
        sha256: sha256
          .nullable()
          .optional()
          .describe(
            'The hash of the body that ran, as in `reported`: of a program changed at the machine that of the edited body. It proves what was baked; null or absent for a program of the machine’s own.',
          ),
        totalSeconds,
      })
      .optional()
      .describe('The program: always at ProgramStart and ProgramEnd, otherwise absent.'),
    mode: text(64)
      .optional()
      .describe(
        'WashStart and WashEnd: short, long or stopOdor. PreheatStart and PreheatEnd: the target in whole °C. ProgramEnd: done, or interrupted when it was ended early. Otherwise absent.',
      ),
    softwareVersion: softwareVersion
      .optional()
      .describe(
        'The version of the machine’s software at that time. Absent: the one that the machine last reported before.',
      ),
  })
  .superRefine(({ type, program, mode }, { addIssue }) => {
    if (type === 'ProgramStart' && !program)
      addIssue({ code: 'custom', path: ['program'], ...rule('ra.validation.required') });
    // A WashEnd is taken with any mode, because its machine would otherwise seem to wash for ever.
    if (type === 'WashStart' && mode !== undefined && !isWashMode(mode))
      addIssue({ code: 'custom', path: ['mode'], ...rule('ra.validation.oneOf', { options: washModes.join(', ') }) });
  });

function isWashMode(mode: string): boolean {
  return (washModes as readonly string[]).includes(mode);
}

export const activities = z.strictObject({ v, entries: entries(activity) });
export type Activities = z.infer<typeof activities>;

const faultWords = Object.fromEntries(
  Object.entries(faultTexts).map(([code, { name, meaning }]) => [code, `${name.en}. ${meaning.en}`]),
);

export const errors = z.strictObject({
  v,
  entries: entries(
    z.strictObject({
      id,
      code: withCodes(z.enum(faultCodes), 'What is wrong.', faultWords),
      dateStart: instant.describe('When the fault began. Code and beginning identify it.'),
      dateEnd: instant
        .optional()
        .describe('When it ended; absent while it lasts. The end has a report of its own, with another id.'),
    }),
  ),
});
export type Errors = z.infer<typeof errors>;

export const readings = z.strictObject({
  v,
  entries: entries(
    z.strictObject({
      id,
      at,
      chamberTemperatureCelsius: temperatureCelsius
        .nullable()
        .describe(
          'Measured in the chamber, in °C: 0, or at least 0.000001 away from 0; null while it cannot be measured.',
        ),
      setTemperatureCelsius: temperatureCelsius
        .nullable()
        .describe('To which the chamber is heated, in °C; null while nothing is set.'),
      energyKilowattHours: z
        .number()
        .min(0)
        .max(1e9)
        .describe('The reading of the machine’s own meter, which only grows: not the use since the last report.'),
      doorOpen: z.boolean().describe('Whether the door is open.'),
      program: z
        .strictObject({
          id: programId,
          name: programName,
          step: z.int().min(1).max(50).describe('The heat phase that runs, from 1.'),
          stepCount: z.int().min(1).max(50).describe('How many heat phases the program has.'),
          elapsedSeconds: seconds.describe('Since the start of the program, in seconds.'),
          totalSeconds,
        })
        .nullable()
        .describe('The program that runs; null for none.'),
    }),
  ),
});
export type Readings = z.infer<typeof readings>;

export const reported = z.strictObject({
  v,
  id,
  at,
  desiredVersion,
  programs: heldPrograms,
  softwareVersion: softwareVersion.optional(),
  settings: settings.optional().describe('The settings that have changed; absent for none.'),
});
export type Reported = z.infer<typeof reported>;

export const changed = z.strictObject({
  v,
  id,
  at: at.describe('When it was changed at the machine.'),
  sha256: sha256.describe('The hash of this body, as in `reported`.'),
  body: changedBody.describe(
    'The program as it is at the machine now. Its `revision` is the one that was changed. Its hash is computed as that of any body.',
  ),
});
export type Changed = z.infer<typeof changed>;

export const requests = z.strictObject({
  v,
  id,
  at,
  programs: z
    .array(z.strictObject({ id: z.uuid().describe('The program’s id, as in `desired`.'), revision }))
    .min(1)
    .max(50)
    .describe('The programs whose bodies the machine lacks.'),
});
export type Requests = z.infer<typeof requests>;

export const answers = z.strictObject({
  v,
  id,
  at,
  commandId: z.uuid().describe('The command that is answered.'),
  done: z.boolean().describe('Whether the machine has carried it out.'),
  reason: answerReason.optional().describe('Why not, when `done` is false.'),
  setting: machineSetting.optional().describe('The setting as it is after the command.'),
});
export type Answers = z.infer<typeof answers>;
