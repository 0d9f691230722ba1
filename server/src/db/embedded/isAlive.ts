import { readFileSync } from 'node:fs';

/**
 * Whether a process of this number runs, whosever it is. One that has ended and that nobody has collected yet does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    // proc(5): the state stands behind the name, which may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return true; // A system that does not tell.
  }
}
