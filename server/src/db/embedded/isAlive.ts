import { readFileSync } from 'node:fs';

/**
 * Whether a process with this number runs, under any account. One that has ended without being collected by its parent
 * does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    // proc(5): the state follows the name, which may contain any characters.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return true; // A system without /proc.
  }
}
