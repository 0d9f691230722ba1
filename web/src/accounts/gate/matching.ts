import { missingValue } from '../../kit/forms/validateWith.ts';

type FieldErrors = Record<string, { message: string; args: Record<string, string | number> }>;

/**
 * PWD-02, REG-01: adds errors when the two passwords differ, at both fields. An empty field is reported only as
 * missing.
 */
export function matching(
  errors: FieldErrors,
  password: string | null | undefined,
  again: string | null | undefined,
  name: string,
): FieldErrors {
  if (!password) return { ...errors, [name]: missingValue, ...(again ? {} : { again: missingValue }) };
  if (!again) return { ...errors, again: missingValue };
  if (password === again) return errors;
  const mismatch = { message: 'custom.components.passwords.mustMatch', args: {} };
  return { ...errors, [name]: errors[name] ?? mismatch, again: mismatch };
}
