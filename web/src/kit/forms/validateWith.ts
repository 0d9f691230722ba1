import { violationsOf } from '@fournil/contract/kit/validation';
import type { z } from 'zod';

type Faults = { [field: string]: { message: string; args: Record<string, string | number> } };

/** The message for an empty field, where the schema's would say that it is too short. */
export const missingFault = { message: 'ra.validation.required', args: {} };

/** Form-level `validate` from a schema of the contract: the first broken rule of each field, by message key. */
export function validateWith(schema: z.ZodType) {
  return (values: unknown): Faults => {
    const result = schema.safeParse(values);
    if (result.success) return {};
    const faults: Faults = {};
    for (const { path, key, args } of violationsOf(result.error, values)) faults[path] ??= { message: key, args };
    return faults;
  };
}
