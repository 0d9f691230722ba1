import { z } from 'zod';

/**
 * Trimmed text of 1 to `max` characters in one line, such as a name, in NFC (GEN-12). NUL and lone surrogates are
 * refused, because PostgreSQL and JSON cannot store them; line breaks and other control characters, because names are
 * used in headers, lists and mails; characters that change the direction of text or have no width, because they make
 * one name look like another.
 */
export function requiredText(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(max)
    .refine(isStorable, { message: 'custom.validation.unstorable' })
    .refine((text) => isOneLine(text) && isPlain(text), { message: 'custom.validation.invalid' });
}

/** The name of a person; empty or missing is null. */
export function optionalName(max: number) {
  return optionalText(max).refine((text) => text === null || (isOneLine(text) && isPlain(text)), {
    message: 'custom.validation.invalid',
  });
}

/** The same; empty or missing is null. */
export function optionalText(max: number) {
  return storable(max)
    .nullish()
    .transform((value) => value || null);
}

/** In an update: missing leaves the value unchanged, empty or null removes it. */
export function changedText(max: number) {
  return storable(max)
    .nullable()
    .transform((value) => value || null)
    .optional();
}

/** The name of a person that may be absent: missing leaves it unchanged, empty or null removes it. */
export function changedName(max: number) {
  return storable(max)
    .refine((text) => isOneLine(text) && isPlain(text), { message: 'custom.validation.invalid' })
    .nullable()
    .transform((value) => value ?? '')
    .optional();
}

/** A search text. */
export function searchText() {
  return z.string().max(100).refine(isStorable, { message: 'custom.validation.unstorable' }).optional();
}

function storable(max: number) {
  return z.string().trim().normalize('NFC').max(max).refine(isStorable, { message: 'custom.validation.unstorable' });
}

function isOneLine(text: string): boolean {
  // NUL is checked above.
  return !/[\p{Cc}\u2028\u2029]/u.test(text.replaceAll('\0', ''));
}

/** Has no characters that change the direction or have no width, but joiners in emoji and in scripts that need them. */
function isPlain(text: string): boolean {
  const needlessJoiner = /(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}])[\u200c\u200d]/u;
  return !/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(text) && !needlessJoiner.test(text);
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The place of the first text, names included, in a parsed message that cannot be stored (NUL, lone surrogate); null
 * when there is none. Every message from outside is checked.
 */
export function unstorableAt(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (!isStorable(key)) return path;
    const found = unstorableAt(inner, at);
    if (found !== null) return found;
  }
  return null;
}
