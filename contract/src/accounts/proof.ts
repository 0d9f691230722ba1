import { z } from 'zod';
import { passkeySignIn } from './passkeys.ts';
import { secondStepInput } from './twoStep.ts';

/** How long a proof holds; signing in is one (NIST SP 800-63B, 7.2; ASVS 5.0, 7.5.1). */
export const proofMinutes = 5;

/**
 * POST `profile/proof`: one of the three. With a second step set up, the password alone opens nothing and proves
 * nothing: a code or a passkey does.
 */
export const proofInput = z.union([
  z.strictObject({ password: z.string().min(1).max(256) }),
  secondStepInput,
  passkeySignIn,
]);
export type ProofInput = z.output<typeof proofInput>;
