type Faults = Record<string, { message: string; args: Record<string, string | number> }>;

/** PWD-02, REG-01: the two must be the same; it is said at both. */
export function matching(faults: Faults, password: string | null | undefined, again: string | null | undefined, name: string): Faults {
  if (!password || password === again) return faults;
  const fault = { message: 'custom.components.passwords.mustMatch', args: {} };
  return { ...faults, [name]: faults[name] ?? fault, again: fault };
}
