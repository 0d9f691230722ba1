import { z } from 'zod';

/** Trimmed text of 1 to `max` characters; NUL and lone surrogates are refused, because PostgreSQL and JSON cannot hold them. */
export function requiredText(max: number) {
  return z.string().trim().min(1).max(max).refine(isStorable, { message: 'custom.validation.invalid' });
}

/** The same, but empty or missing means none. */
export function optionalText(max: number) {
  return storable(max)
    .nullish()
    .transform((value) => value || null);
}

/** In an update: missing leaves it as it is, empty or null removes it. */
export function changedText(max: number) {
  return storable(max)
    .nullable()
    .transform((value) => value || null)
    .optional();
}

/** What a person searches for. */
export function searchText() {
  return z.string().max(100).refine(isStorable, { message: 'custom.validation.invalid' }).optional();
}

function storable(max: number) {
  return z.string().trim().max(max).refine(isStorable, { message: 'custom.validation.invalid' });
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
