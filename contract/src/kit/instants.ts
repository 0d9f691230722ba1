import { z } from 'zod';
import { type RuleKey, rule } from './validation.ts';
import { isTimezone, spelledZone } from './zones.ts';

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

/** The IANA name of a zone that this platform knows, no offset; its letter case is put right. */
export const timezone = z
  .string()
  .max(64)
  .overwrite(spelledZone)
  .refine((name) => isTimezone(name) && !/^[+-]/.test(name), rule('custom.validation.timezone'));

/** `HH:MM` of a day's clock. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'custom.validation.clockTime' });
