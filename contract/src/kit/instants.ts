import { z } from 'zod';
import type { RuleKey } from './validation.ts';

const form: RuleKey = 'custom.validation.instant';
const error = ({ code }: { code: string }) => (code === 'invalid_format' ? form : undefined);

/** An instant on every wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = z.iso.datetime({ precision: 3, error });

/** An instant in a call: also with an offset, and with other digits of a second. */
export const instantInput = z.iso
  .datetime({ offset: true, error })
  .transform((text) => new Date(text).toISOString())
  // PostgreSQL has no year 0.
  .pipe(instant.refine((text) => text >= '0001', { error: form }));

/** GEN-07: `displayDatePreference` on the wire: the values of `dateDisplay`. */
export const dateDisplaySchema = z.literal([0, 1, 2]);
