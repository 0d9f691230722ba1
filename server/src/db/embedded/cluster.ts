import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartRefused } from '../../config.ts';
import { keepRunning, type Watcher } from '../../kit/keepRunning.ts';
import { type Binaries, findBinaries, isOpenToOthers } from './binaries.ts';

const run = promisify(execFile);
const major = '18';

/** A PostgreSQL server of our own, on loopback, with a password that only this data folder knows. */
export interface Cluster {
  url: string;
  folder: string;
  close(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Starts the embedded PostgreSQL over `dataDir`, making it on the first start. PostgreSQL refuses to run as root: then it runs
 * as `nobody`, over a folder that this account can reach. One that a killed process left behind is stopped first; the caller
 * holds the data folder's lock, so nobody else can be using it. One that dies is started again on the same port.
 */
export async function openCluster(dataDir: string, watcher: Watcher = nobody): Promise<Cluster> {
  const account = await unprivilegedAccount();
  const base = await placeFor(dataDir, account);
  const folder = join(base, 'postgres');
  const binaries = await findBinaries(base, account !== null);
  const password = await passwordOf(dataDir);
  await initialise(binaries, folder, password, account);
  await stopLeftover(binaries, folder, account);
  const port = await freePort();
  let postmaster: ChildProcess | undefined;
  const begin = async () => {
    return start(binaries, folder, port, account, (child) => {
      postmaster = child;
    });
  };
  // PostgreSQL's immediate shutdown, where this process ends without closing: what was committed is there at the next start.
  const endAtOnce = () => postmaster?.kill('SIGQUIT');
  process.once('exit', endAtOnce);
  const kept = keepRunning(await begin(), begin, watcher);
  const url = `postgres://fournil:${password}@127.0.0.1:${port}/fournil`;
  await createDatabase(url);
  return {
    url,
    folder,
    close: async () => {
      await kept.letGo();
      await stop(binaries, folder, account);
      process.off('exit', endAtOnce);
    },
  };
}

const nobody: Watcher = { onRestart: () => undefined, onLost: () => undefined };

/** The address of the cluster over `dataDir` while some Fournil runs it, else null. */
export async function runningCluster(dataDir: string): Promise<string | null> {
  const [pid, , , port] = (await readFile(join(await folderOf(dataDir), 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const url = `postgres://fournil:${await passwordOf(dataDir)}@127.0.0.1:${port}/fournil`;
  if (!pid || !port) return null;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // What a killed server left behind answers nobody, or somebody else.
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return answers ? url : null;
}

/** Where the cluster over `dataDir` has its files. */
export async function folderOf(dataDir: string): Promise<string> {
  return join(await placeFor(dataDir, await unprivilegedAccount()), 'postgres');
}

async function unprivilegedAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function placeFor(dataDir: string, account: Account | null): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  if (!account || (await isOpenToOthers(dataDir))) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const base = join('/var/lib/fournil', name);
  await mkdir(base, { recursive: true, mode: 0o755 });
  return base;
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known.trim();
  const made = randomBytes(24).toString('base64url');
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

async function initialise(binaries: Binaries, folder: string, password: string, account: Account | null): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === major) return;
  if (version)
    throw new StartRefused(
      `The database in ${folder} was made by PostgreSQL ${version.trim()}, this Fournil runs ${major}: restore a backup into a new DATA_DIR.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(folder), `.initial-${randomBytes(4).toString('hex')}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const options = [
    '-D',
    folder,
    '-U',
    'fournil',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ];
  try {
    await run(binaries.initdb, options, { ...account, cwd: '/', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new StartRefused(`The embedded PostgreSQL could not be set up in ${folder}: ${lastLine(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await chmod(folder, 0o700);
}

async function stopLeftover(binaries: Binaries, folder: string, account: Account | null): Promise<void> {
  const left = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(left.split('\n')[0]);
  if (!pid) return;
  try {
    process.kill(pid, 0);
  } catch {
    return; // The process is gone; PostgreSQL removes the file itself.
  }
  await stop(binaries, folder, account);
}

async function start(
  binaries: Binaries,
  folder: string,
  port: number,
  account: Account | null,
  begun: (child: ChildProcess) => void,
): Promise<ChildProcess> {
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
  const child = spawn(binaries.postgres, ['-D', folder, ...flags], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  begun(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (/ready to accept connections/.test(log)) return child;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartRefused(`The embedded PostgreSQL did not start in ${folder}: ${lastLine({ stderr: log })}`);
}

async function stop(binaries: Binaries, folder: string, account: Account | null): Promise<void> {
  await run(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '30'], { ...account, cwd: '/' }).catch(() => undefined);
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'fournil'`);
    if (rowCount === 0) await client.query('create database fournil');
  } finally {
    await client.end();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function lastLine(error: unknown): string {
  const text = String((error as { stderr?: string }).stderr ?? (error as Error).message ?? error);
  return text.trim().split('\n').at(-1) ?? '';
}
