import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { StartRefused } from '../../base/config.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './isAlive.ts';

const run = promisify(execFile);

/** One PostgreSQL: its programs, its files, and its account; null is the account of this process. */
export interface Place {
  binaries: Binaries;
  folder: string;
  account: { uid: number; gid: number } | null;
}

export interface Patience {
  sayEveryMilliseconds: number;
  longestMilliseconds: number;
  /** Called while it runs and is not ready, with the seconds so far and its last message. */
  onWaiting(seconds: number, said: string): void;
}

/** Recovery after a crash takes minutes on a slow disk; beyond this time it has stopped making progress. */
const longestStartMilliseconds = 30 * minuteMilliseconds;
const sayEveryMilliseconds = 10_000;
/** The time for a leftover process to end by itself. */
const leftoverSeconds = 30;
/** Reserved within the time of a stop, for a process that a fast shutdown does not end. */
const immediateMilliseconds = 1500;
const killMilliseconds = 500;

/** Starts it and waits until it accepts connections; `begun` is called with the process before that. */
export async function startPostmaster(
  place: Place,
  { port, strangerPid }: { port: number; strangerPid: number | null },
  begun: (child: ChildProcess) => void,
  onWaiting: Patience['onWaiting'],
): Promise<ChildProcess> {
  const { binaries, folder, account } = place;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    max_connections: '120',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_wal_size: '2GB',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // PostgreSQL ignores a lock file with this process number; pg_ctl uses it for its own parent process.
  const env = strangerPid === null ? process.env : { ...process.env, PG_GRANDPARENT_PID: String(strangerPid) };
  const child = spawn(binaries.postgres, ['-D', folder, ...flags], {
    ...account,
    env,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  begun(child);
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  try {
    await untilReady(child, { sayEveryMilliseconds, longestMilliseconds: longestStartMilliseconds, onWaiting });
  } catch (error) {
    throw new StartRefused(`The embedded PostgreSQL did not start in ${folder}: ${(error as Error).message}`);
  }
  return child;
}

/**
 * SEC-07: waits as long as the process lives, because it may be in recovery after a crash. Throws with its last
 * messages when it ends, and ends it itself at the time limit, so that the next attempt finds no process.
 */
export async function untilReady(
  child: ChildProcess,
  { sayEveryMilliseconds: every, longestMilliseconds, onWaiting }: Patience,
): Promise<void> {
  const startedAt = Date.now();
  let log = '';
  const saying = setInterval(() => onWaiting(Math.round((Date.now() - startedAt) / 1000), lastLine(log)), every);
  let limit: NodeJS.Timeout | undefined;
  try {
    const outcome = await new Promise<'ready' | 'ended' | 'late' | Error>((resolve) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4000);
        if (/ready to accept connections/.test(log)) resolve('ready');
      });
      child.once('error', resolve);
      child.once('exit', () => resolve('ended'));
      limit = setTimeout(() => resolve('late'), longestMilliseconds);
    });
    if (outcome === 'ready') return;
    if (outcome === 'late') await endByForce(child);
    // Its last output may not have arrived yet.
    if (outcome === 'ended' && !child.stderr?.closed)
      await Promise.race([new Promise((resolve) => child.stderr?.once('close', resolve)), wait(500)]);
    throw outcome instanceof Error
      ? outcome
      : new Error(lastLine(log) || (outcome === 'late' ? 'it said nothing' : 'it ended without a word'));
  } finally {
    clearInterval(saying);
    clearTimeout(limit);
  }
}

/**
 * First a fast shutdown, which writes memory to disk; then an immediate one, which leaves that to the next start; then
 * SIGKILL.
 */
export async function stopPostmaster(place: Place, child: ChildProcess, withinMilliseconds: number): Promise<void> {
  if (hasEnded(child)) return;
  await tell(place, child, 'fast');
  if (await endsWithin(child, Math.max(0, withinMilliseconds - immediateMilliseconds - killMilliseconds))) return;
  await tell(place, child, 'immediate');
  if (await endsWithin(child, immediateMilliseconds)) return;
  child.kill('SIGKILL');
  await endsWithin(child, killMilliseconds);
}

async function tell(
  { binaries, folder, account }: Place,
  child: ChildProcess,
  mode: 'fast' | 'immediate',
): Promise<void> {
  // On systems without signals, by pg_ctl.
  if (process.platform === 'win32')
    await run(binaries.pgCtl, ['stop', '-D', folder, '-m', mode, '-W'], { ...account, cwd: '/' }).catch(
      () => undefined,
    );
  else child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
}

/**
 * An immediate shutdown of PostgreSQL ends its child processes; after SIGKILL they would have to detect it themselves.
 */
async function endByForce(child: ChildProcess): Promise<void> {
  child.kill('SIGQUIT');
  if (await endsWithin(child, immediateMilliseconds)) return;
  child.kill('SIGKILL');
  // SIGKILL cannot be ignored; until the process has ended its files are in use.
  if (!hasEnded(child)) await once(child, 'exit');
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}

async function endsWithin(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (hasEnded(child)) return true;
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([ended, wait(milliseconds, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  return hasEnded(child);
}

/**
 * Stops the server that a killed process left behind in this folder. Returns the process number in PostgreSQL's lock
 * when another program has it now, as after a restart of the computer; that program is not stopped.
 */
export async function stopLeftover({ binaries, folder, account }: Place): Promise<number | null> {
  const left = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(left.split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return null; // PostgreSQL removes the file itself.
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (line !== null && !line.split('\0').includes(folder)) return pid;
  for (const [mode, seconds] of [
    ['fast', leftoverSeconds],
    ['immediate', 5],
  ] as const) {
    const options = ['stop', '-D', folder, '-m', mode, '-w', '-t', String(seconds)];
    await run(binaries.pgCtl, options, { ...account, cwd: '/' }).catch(() => undefined);
    if (!isAlive(pid)) return null;
  }
  // Never by its process number alone: where the system does not report what it is, it may be any program.
  if (line !== null && (await killForeign(pid))) return null;
  throw new StartRefused(
    `A PostgreSQL that an earlier start left over ${folder} (process ${pid}) does not end: stop it.`,
  );
}

/** Ends a process that is not a child of this one; false when it still exists after the time limit. */
async function killForeign(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile, or belongs to another account; the check below decides.
  }
  for (const until = Date.now() + leftoverSeconds * 1000; Date.now() < until; await wait(50))
    if (!isAlive(pid)) return true;
  return false;
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
