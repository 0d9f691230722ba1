import { z } from 'zod';
import { fromCelsius, type TemperatureUnit } from '../kit/units.ts';
import { type Language, say, type Words } from '../kit/words.ts';

/**
 * Why a machine holds a program otherwise than wanted. A code with values is said to people in their language; a machine with
 * other reasons may send plain words instead. Values whose name ends in `Celsius` are temperatures.
 */
export const heldReasonWords = {
  tankTooSmall: {
    en: 'The steam needs %{neededCentilitres} cl, the tank holds %{tankCentilitres} cl',
    fr: 'La vapeur demande %{neededCentilitres} cl, le réservoir en contient %{tankCentilitres}',
  },
  noSteam: { en: 'The program needs steam, this oven makes none', fr: 'Le programme demande de la vapeur, ce four n’en fait pas' },
  otherCategory: { en: 'The program is for another kind of oven', fr: 'Le programme est pour un autre type de four' },
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
  .refine((text) => !text.includes('\0') && text.isWellFormed());
export const heldReason = z.union([plainWords, z.strictObject({ code: z.enum(codes), values: z.record(z.string().max(32), z.number()) })]);
export type HeldReason = z.infer<typeof heldReason>;

/** The reason for a reader. */
export function reasonText(reason: HeldReason, language: Language, unit: TemperatureUnit): string {
  if (typeof reason === 'string') return reason;
  const shown = Object.entries(reason.values).map(([name, value]) => [
    name,
    name.endsWith('Celsius') ? `${fromCelsius(value, unit)} °${unit}` : value,
  ]);
  return say(heldReasonWords[reason.code], language, Object.fromEntries(shown));
}
