import { z } from 'zod';
import { passkeySignIn } from './passkeys.ts';
import { secondStepInput } from './twoStep.ts';

/** Validity of a proof; a sign-in counts as one (NIST SP 800-63B, 7.2; ASVS 5.0, 7.5.1). */
export const proofMinutes = 5;

/**
 * POST `profile/proof`: one of the three. With a second step set up, the password alone is no proof; a code or a
 * passkey is.
 */
export const proofInput = z.union([
  z.strictObject({ password: z.string().min(1).max(256) }),
  secondStepInput,
  passkeySignIn,
]);
export type ProofInput = z.output<typeof proofInput>;
