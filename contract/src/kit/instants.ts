import { z } from 'zod';
import type { RuleKey } from './validation.ts';

const form: RuleKey = 'custom.validation.instant';

/** An instant on every wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = z.iso.datetime({
  precision: 3,
  error: ({ code }) => (code === 'invalid_format' ? form : undefined),
});

/** GEN-07: `displayDatePreference` on the wire: the values of `dateDisplay`. */
export const dateDisplaySchema = z.union([z.literal(0), z.literal(1), z.literal(2)]);
