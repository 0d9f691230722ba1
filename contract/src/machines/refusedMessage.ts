import { z } from 'zod';
import { refusalCodes, refusedLists } from '../machine-link/refusals.ts';

/**
 * GET `machines/{id}/refused` (MKR-01): what a machine sent and the server refused, one line for each topic, field and
 * rule, the newest first.
 */
export const refusedMessageView = z.object({
  topic: z.string(),
  /** Null for what a former version has counted. */
  code: z.enum(refusalCodes).nullable(),
  /** In the reader's language. */
  reason: z.string(),
  field: z.string().nullable(),
  count: z.int(),
  /** Of the last one: */
  lastAt: z.string(),
  list: z.enum(refusedLists).nullable(),
  entryIndex: z.int().nullable(),
  entryId: z.string().nullable(),
  excerpt: z.string().nullable(),
});
export type RefusedMessageView = z.infer<typeof refusedMessageView>;
