import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of a program of Debian's packages, which are installed where that is possible; else null. */
export function findProgram(path: string, ...packages: string[]): string | null {
  if (!existsSync(path) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    ]) {
      spawnSync('apt-get', args, { stdio: 'ignore', env: environment });
    }
  }
  return existsSync(path) ? path : null;
}
