import { z } from 'zod';
import { rule } from '../kit/validation.ts';
import { isOfOwnWords } from './guessable.ts';
import { passkeyLimits, passkeyView } from './passkeys.ts';

/** PWD-02, in characters as people count them. */
export const passwordLimits = {
  min: 8,
  max: 64,
  resetHours: 1,
  activationHours: 48,
  emailHours: 48,
  emailBackHours: 72,
  firstPasswordDays: 3,
} as const;

/**
 * GEN-13: the form in which passwords are hashed and counted, because keyboards write the same accents and spaces
 * differently (NIST SP 800-63B, 3.1.1.2).
 */
export function normalPassword(text: string): string {
  return text.normalize('NFKC');
}

function hasFittingLength(text: string): boolean {
  const { length } = [...normalPassword(text)];
  return length >= passwordLimits.min && length <= passwordLimits.max;
}

/** A new password. Words of the product are refused here; the list of common passwords is on the server only. */
export const newPassword = z
  .string()
  // Limited before anything is counted or hashed, because both cost time by length.
  .max(256, { error: 'custom.validation.passwordLength' })
  .refine(
    hasFittingLength,
    rule('custom.validation.passwordLength', { min: passwordLimits.min, max: passwordLimits.max }),
  )
  .refine((text) => !isOfOwnWords(text), rule('custom.validation.passwordCommon'));

const token = z.string().min(20).max(200);

/** POST `reset`: the same answer whether or not the account exists. */
export const resetInput = z.strictObject({ email: z.string().trim().min(1).max(200).pipe(z.email()) });
export type ResetInput = z.infer<typeof resetInput>;

/**
 * POST `change-password`: with the token of a link, or signed in with the present password. With a link, passkeys can
 * be removed too.
 */
export const changePasswordInput = z.strictObject({
  newPassword,
  lastPassword: z.string().max(256).optional(),
  token: token.optional(),
  removedPasskeys: z.array(z.string().max(1400)).max(passkeyLimits.perPerson).optional(),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** POST `token/verify`. */
export const tokenInput = z.strictObject({ token });
export const tokenKinds = ['activation', 'reset', 'email', 'emailBack'] as const;
export type TokenKind = (typeof tokenKinds)[number];
/**
 * `needsPassword`: the account has no password. `passkeys`: the account's passkeys, shown to the person who opened the
 * link to set a new password.
 */
export const verifiedToken = z.object({
  token: z.string(),
  kind: z.enum(tokenKinds),
  needsPassword: z.boolean(),
  passkeys: z.array(passkeyView).optional(),
});
export type VerifiedToken = z.infer<typeof verifiedToken>;

/** POST `activate`; the password for an account that has none yet. */
export const activateInput = z.strictObject({ token, newPassword: newPassword.optional() });
export type ActivateInput = z.infer<typeof activateInput>;

/** The result is sent by mail; the answer does not reveal whether the account exists. */
export const accepted = z.object({ accepted: z.literal(true) });
