import { programLimits } from '@fournil/contract/programs/program';

/** The proposed name of a copy: a long name is shortened before the words that mark it as a copy (PRG-02). */
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
