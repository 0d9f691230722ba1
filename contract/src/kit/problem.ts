import { z } from 'zod';

/** A refused call (API-03): problem+json with the fields that the documents name, and the broken rules by field. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** For the reader, in their language. */
  detail: z.string(),
  description: z.string(),
  /**
   * The key of the message, the same in both languages, so that the page can translate it after a change of language.
   */
  words: z.object({ en: z.string(), fr: z.string() }).optional(),
  /** The id of this call's log line. */
  requestId: z.string(),
  /** Seconds after which the call may be repeated. */
  retryAfterSeconds: z.int().optional(),
  /** The page's message key for this refusal, where there is one: `custom.auth.account_desactivated`. */
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
