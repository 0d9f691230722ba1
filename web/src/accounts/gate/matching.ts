import { missingFault } from '../../kit/forms/validateWith.ts';

type Faults = Record<string, { message: string; args: Record<string, string | number> }>;

/**
 * PWD-02, REG-01: the two must be the same; it is said at both. What is empty is missing: nothing else is said of it.
 */
export function matching(
  faults: Faults,
  password: string | null | undefined,
  again: string | null | undefined,
  name: string,
): Faults {
  if (!password) return { ...faults, [name]: missingFault, ...(again ? {} : { again: missingFault }) };
  if (!again) return { ...faults, again: missingFault };
  if (password === again) return faults;
  const fault = { message: 'custom.components.passwords.mustMatch', args: {} };
  return { ...faults, [name]: faults[name] ?? fault, again: fault };
}
