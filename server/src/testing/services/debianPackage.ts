import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program at one of these paths, else of Debian's packages, installed where that is possible; else null. */
export function findProgram(paths: string[], packages: string[]): string | null {
  const found = () => paths.find((path) => existsSync(path)) ?? null;
  if (found() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', args, { stdio: 'ignore', env });
  return found();
}
