import { z } from 'zod';

/** A refused call (API-03): problem+json with the fields that the documents name, and the broken rules by field. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** For the reader, in their language. */
  detail: z.string(),
  description: z.string(),
  /** The same in both languages: what is shown follows when the reader picks the other one. */
  words: z.object({ en: z.string(), fr: z.string() }).optional(),
  /** Names the log line of this call. */
  requestId: z.string(),
  /** Seconds, when the caller should try again later. */
  retryAfterSeconds: z.int().optional(),
  /** A message key of the page for this refusal, when it has one: `custom.auth.account_desactivated`. */
  key: z.string().optional(),
  violations: z
    .array(
      z.object({
        propertyPath: z.string(),
        /** The rule in the reader's language. */
        message: z.string(),
        key: z.string(),
        args: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    )
    .optional(),
});
export type Problem = z.infer<typeof problem>;

/**
 * SEC-01: the `key` of the 403 that a call answers when it wants a proof first that it is really the person (POST
 * `profile/proof`).
 */
export const proofRequiredKey = 'custom.auth.proof_required';
