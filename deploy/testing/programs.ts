import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

export { findProgram } from '../../server/src/testing/services/debianPackage.ts';

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
