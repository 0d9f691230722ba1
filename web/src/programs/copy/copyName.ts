import { programLimits } from '@fournil/contract/programs/program';

/** The name that a copy is offered: what tells it from the original stays, whatever the length of the name (PRG-02). */
export function copyName(name: string, nameOfCopy: (name: string) => string): string {
  const whole = nameOfCopy(name);
  const over = whole.length - programLimits.name;
  if (over <= 0) return whole;
  // Not within a surrogate pair.
  return nameOfCopy(
    name
      .slice(0, Math.max(0, name.length - over))
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd(),
  );
}
