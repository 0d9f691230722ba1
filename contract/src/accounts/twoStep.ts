import { z } from 'zod';

export const twoStepLimits = {
  codeDigits: 6,
  /** RFC 6238 */
  stepSeconds: 30,
  /** Clocks differ: the codes of the previous and the next time step are accepted too. */
  toleratedSteps: 1,
  recoveryCodes: 10,
  /** Time in which the second step must follow the password. */
  pendingMinutes: 15,
} as const;

const digits = z
  .string()
  .trim()
  .regex(/^\d{3} ?\d{3}$/, { error: 'custom.validation.sixDigits' })
  .transform((text) => text.replace(' ', ''));

/** The displayed form of a recovery code: four groups of four, without letters that look like digits. */
const recoveryCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-hjkmnprstv-z]{4}(-?[0-9a-hjkmnprstv-z]{4}){3}$/, { error: 'custom.validation.twoStepCode' })
  .transform((text) => text.replaceAll('-', ''));

/** POST `two-factor-auth`: six digits of an authenticator, or a recovery code (TFA-02, TFA-03). */
export const secondStepInput = z.strictObject({
  code: z.union([digits, recoveryCode], { error: 'custom.validation.twoStepCode' }),
});
export type SecondStepInput = z.output<typeof secondStepInput>;

/**
 * The answer of POST `users/{me}/two-factor-auth`: a secret in Base32, and the same secret as an `otpauth:` address.
 */
export const twoStepStart = z.object({
  googleAuthenticatorConfirmed: z.literal(false),
  secret: z.string(),
  address: z.string(),
});
export type TwoStepStart = z.infer<typeof twoStepStart>;

/**
 * POST `users/{me}/two-factor-auth/confirm` (TFA-01): a code of the new secret proves that the authenticator has it.
 */
export const twoStepConfirm = z.strictObject({ code: digits });
/** Shown once (TFA-03). */
export const twoStepConfirmed = z.object({
  googleAuthenticatorConfirmed: z.literal(true),
  recoveryCodes: z.array(z.string()),
});
export type TwoStepConfirmed = z.infer<typeof twoStepConfirmed>;

/** PUT `users/{me}/two-factor-auth` (TFA-03): switches it off, or on like `confirm`. */
export const twoStepSwitch = z.strictObject({ enabled: z.boolean(), ...secondStepInput.shape });
