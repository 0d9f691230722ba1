import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverEnvironment, serverFlags } from '../scripts/serverProcess.mjs';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const delay = new URL('loopDelay.ts', import.meta.url).href;
const simulator = fileURLToPath(new URL('../simulator/src/main.ts', import.meta.url));
const bare = fileURLToPath(new URL('bareServer.ts', import.meta.url));

export interface Measured {
  close(): Promise<void>;
  /** Ends it by SIGKILL, as a power failure does. */
  kill(): Promise<void>;
  /** CPU seconds used by the server so far; NaN where the system does not report them. */
  cpuSeconds(): number;
  memoryMegabytes(): number;
  /** The event loop's delay since the last question. */
  loopDelay(): Promise<LoopDelay>;
}

export interface LoopDelay {
  p99Milliseconds: number;
  maxMilliseconds: number;
}

/**
 * The product, or that of another version (`script`), in a process of its own, so that its CPU time is separate from
 * the load generator's.
 */
export async function startServer(settings: Record<string, string>, script = main): Promise<Measured> {
  const own = {
    DEMO: 'off',
    LOG_LEVEL: 'error',
    REQUIRE_STAFF_SECOND_STEP: 'off',
    // One session makes all calls of a measurement.
    API_CALLS_PER_MINUTE: '10000000',
  };
  const { measured } = await start([...serverFlags, script], { ...serverEnvironment, ...own, ...settings });
  return measured;
}

/** The simulated ovens of these arguments, in a process of their own. */
export async function startSimulator(args: string[]): Promise<Measured> {
  const { measured } = await start([simulator, ...args], {}, '"started"');
  return measured;
}

/** The bare server that answers these statements; it takes tokens signed with `secret`. */
export async function startBareServer(
  url: string,
  statementsFile: string,
  secret: string,
): Promise<{ server: Measured; port: number }> {
  const { measured, said } = await start([bare, url, statementsFile, secret], {});
  return { server: measured, port: Number(/\d+/.exec(said)?.[0]) };
}

/** Starts a script under this Node and waits until it says that it runs. */
async function start(
  args: string[],
  settings: Record<string, string>,
  sign = 'runs at',
): Promise<{ measured: Measured; said: string }> {
  const child = spawn(process.execPath, ['--import', delay, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes(sign) && resolve(text));
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  });
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  const measured = {
    cpuSeconds: () => (existsSync('/proc') ? (Number(stat()[11]) + Number(stat()[12])) / 100 : Number.NaN),
    memoryMegabytes: () => (existsSync('/proc') ? (Number(stat()[21]) * 4096) / 1e6 : Number.NaN),
    loopDelay: () =>
      new Promise<LoopDelay>((resolve) => {
        const take = (answer: unknown) => {
          // The server may send other messages to its parent.
          if (typeof answer !== 'object' || answer === null || !('p99Milliseconds' in answer)) return;
          child.off('message', take);
          resolve(answer as LoopDelay);
        };
        child.on('message', take);
        child.send('loop delay');
      }),
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  return { measured, said };
}

/** pgbench of the system, if there is one. */
export function findPgbench(): string | null {
  return (
    ['/usr/bin/pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path)) ?? null
  );
}

/** Transactions a second of these script files, chosen at random, from 16 connections. */
export async function pgbench(program: string, url: string, files: string[], seconds: number): Promise<number> {
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    '16',
    '-j',
    '2',
    '-T',
    String(seconds),
    ...files.flatMap((file) => ['-f', file]),
    url,
  ];
  const { stdout } = await run(program, args, { maxBuffer: 1e8 });
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
}
