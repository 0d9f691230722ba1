import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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

/** Its exit code, and everything that it printed. */
export function runProgram(
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): { status: number | null; said: string } {
  const { env = {}, ...others } = options;
  const result = spawnSync(program, args, { encoding: 'utf8', ...others, env: { ...process.env, ...env } });
  return { status: result.status, said: `${result.stdout}${result.stderr}${result.error?.message ?? ''}` };
}

export interface Started {
  child: ChildProcess;
  said(): string;
  /** Ends it, and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function startProgram(program: string, args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('error', (error) => {
    text += error.message;
  });
  return {
    child,
    said: () => text,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}
