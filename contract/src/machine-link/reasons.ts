import { z } from 'zod';
import { fromCelsius, type TemperatureUnit } from '../kit/units.ts';
import { type Language, say, type Words } from '../kit/words.ts';
import { withCodes } from './codes.ts';

/**
 * The reasons why a machine holds a program other than desired. A code with values is shown to people in their
 * language; a machine with other reasons may send plain words instead. Values whose name ends in `Celsius` are
 * temperatures.
 */
export const heldReasonWords = {
  tankTooSmall: {
    en: 'The steam needs %{neededCentilitres} cl of water, the tank holds %{tankCentilitres} cl',
    fr: 'La buée demande %{neededCentilitres} cl d’eau, le réservoir contient %{tankCentilitres} cl',
  },
  noSteam: {
    en: 'The program needs steam, which this oven does not have',
    fr: 'Le programme demande de la buée, que ce four ne fait pas',
  },
  otherCategory: {
    en: 'The program is for another category of oven',
    fr: 'Le programme est pour une autre catégorie de four',
  },
  damaged: { en: 'The program arrived damaged', fr: 'Le programme est arrivé endommagé' },
  invalid: { en: 'The program is not valid for this oven', fr: 'Le programme n’est pas valable pour ce four' },
  changed: { en: 'Step %{step}: %{fromCelsius} → %{toCelsius}', fr: 'Étape %{step} : %{fromCelsius} → %{toCelsius}' },
} as const satisfies Record<string, Words>;

export type HeldReasonCode = keyof typeof heldReasonWords;
const codes = Object.keys(heldReasonWords) as [HeldReasonCode, ...HeldReasonCode[]];

const plainWords = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => !text.includes('\0') && text.isWellFormed())
  .describe('Plain words, shown as they are; for reasons without a code.');
const values = z
  .record(z.string().max(32), z.number())
  .describe(
    'The numbers that the words of the code contain; none by default. Names that end in Celsius are temperatures.',
  );
export const heldReason = z.union([
  plainWords,
  z.strictObject({
    code: withCodes(
      z.enum(codes),
      'A reason that people read in their language. `changed` belongs to the state changed, the others to refused.',
      heldReasonWords,
    ),
    values: values.default({}),
  }),
]);
export type HeldReason = z.infer<typeof heldReason>;

/** The reason in the reader's language. */
export function reasonText(reason: HeldReason, language: Language, unit: TemperatureUnit): string {
  if (typeof reason === 'string') return reason;
  return say(heldReasonWords[reason.code], language, shownValues(reason.values, unit));
}

/**
 * The reasons why a machine refused a command, or never got it. Values whose name ends in `Celsius` are temperatures.
 */
export const answerReasonWords = {
  tooLate: { en: 'The command came too late', fr: 'La commande est arrivée trop tard' },
  unknownSetting: { en: 'This oven has no such setting', fr: 'Ce four n’a pas ce réglage' },
  wrongType: { en: 'This setting is of another type on the oven', fr: 'Ce réglage est d’un autre type sur le four' },
  outOfLimits: { en: 'The oven accepts %{min} to %{max}', fr: 'Le four accepte de %{min} à %{max}' },
  outOfTemperatures: {
    en: 'The oven accepts %{minCelsius} to %{maxCelsius}',
    fr: 'Le four accepte de %{minCelsius} à %{maxCelsius}',
  },
  tooLong: {
    en: 'The oven accepts %{maxLength} characters at most',
    fr: 'Le four accepte %{maxLength} caractères au plus',
  },
  notOffered: { en: 'The oven does not offer this choice', fr: 'Le four ne propose pas ce choix' },
  invalid: { en: 'The oven cannot use this value', fr: 'Le four ne peut pas utiliser cette valeur' },
  unknownTimezone: { en: 'The oven does not know this timezone', fr: 'Le four ne connaît pas ce fuseau horaire' },
  busy: {
    en: 'The oven is at work; try again when it is ready',
    fr: 'Le four travaille ; réessayez quand il sera prêt',
  },
  locked: { en: 'The setting is locked at the oven', fr: 'Le réglage est verrouillé sur le four' },
  /** Set by the server, not sent by a machine. */
  superseded: { en: 'A newer change replaced it', fr: 'Une modification plus récente l’a remplacée' },
  released: { en: 'The machine was released before it answered', fr: 'La machine a été libérée avant d’avoir répondu' },
} as const satisfies Record<string, Words>;

export type AnswerReasonCode = keyof typeof answerReasonWords;
const answerCodes = Object.keys(answerReasonWords) as [AnswerReasonCode, ...AnswerReasonCode[]];
export const answerReason = z.union([
  plainWords,
  z.strictObject({
    code: withCodes(
      z.enum(answerCodes),
      'A reason that people read in their language. `superseded` and `released` are the server’s own.',
      answerReasonWords,
    ),
    values: values.default({}),
  }),
]);
export type AnswerReason = z.infer<typeof answerReason>;

/** The answer's reason in the reader's language. */
export function answerReasonText(reason: AnswerReason, language: Language, unit: TemperatureUnit): string {
  return typeof reason === 'string'
    ? reason
    : say(answerReasonWords[reason.code], language, shownValues(reason.values, unit));
}

function shownValues(values: Record<string, number>, unit: TemperatureUnit): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name.endsWith('Celsius') ? `${fromCelsius(value, unit)} °${unit}` : value,
    ]),
  );
}
