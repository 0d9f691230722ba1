/** SEC-01: the `key` of the 403 of a call that needs a proof of identity first (POST `profile/proof`). */
export const proofRequiredKey = 'custom.auth.proof_required';
