import { violationsOf } from '@fournil/contract/kit/validation';
import type { z } from 'zod';

type FieldErrors = { [field: string]: { message: string; args: Record<string, string | number> } };

/** The message for an empty field, where the schema's would say that it is too short. */
export const missingValue = { message: 'ra.validation.required', args: {} };

/** Form-level `validate` from a schema of the contract: the first broken rule of each field, by message key. */
export function validateWith(schema: z.ZodType) {
  return (values: unknown): FieldErrors => {
    const result = schema.safeParse(values);
    if (result.success) return {};
    const errors: FieldErrors = {};
    for (const { path, key, args } of violationsOf(result.error, values)) errors[path] ??= { message: key, args };
    return errors;
  };
}
