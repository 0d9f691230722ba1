import { z } from 'zod';

/** POST `login` (AUT-01). The length is bounded before anything is hashed. */
export const signInInput = z.strictObject({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(256),
});
export type SignInInput = z.infer<typeof signInInput>;

/**
 * What completes a sign-in beside the password (TFA-02): a code of the authenticator or a recovery code, or one of the
 * passkeys.
 */
export const secondSteps = ['code', 'passkey'] as const;
export type SecondStep = (typeof secondSteps)[number];

export const signInAnswer = z.object({
  token: z.string(),
  /** Where the password was right and is not enough: what this account has to go on with, the preferred first. */
  secondSteps: z.array(z.enum(secondSteps)).min(1).optional(),
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** What the token carries (AUT-01): signed by the server, read by the page. */
export interface TokenClaims {
  id: string;
  username: string;
  roles: string[];
  /** The same as the answer's, for a page that is loaded anew. */
  secondSteps?: SecondStep[];
  /** RFC 8693: who acts in this person's name. */
  act?: { sub: string; name: string };
}
