import { type ChildProcess, execFile } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { access, chmod, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartRefused } from '../../base/config.ts';
import { keepRunning, type Watcher } from '../../base/keepRunning.ts';
import { makeFolder } from '../../base/makeFolder.ts';
import { withClient } from '../withClient.ts';
import { type Binaries, findBinaries, isOpenToOthers } from './binaries.ts';
import { lastLine, type Patience, type Place, startPostmaster, stopLeftover, stopPostmaster } from './postmaster.ts';

const run = promisify(execFile);
const major = '18';

/** An embedded PostgreSQL server on loopback, with a password stored in its data folder only. */
export interface Cluster {
  url: string;
  folder: string;
  /** Resolves when it has ended, if necessary by force. */
  close(withinMilliseconds?: number): Promise<void>;
}

/** Notified of its restarts. */
export type ClusterWatcher = Watcher & Pick<Patience, 'onWaiting'>;

type Account = NonNullable<Place['account']>;

const closeMilliseconds = 30_000;

/**
 * Starts the embedded PostgreSQL over `dataDir`, and creates it at the first start. PostgreSQL refuses to run as root;
 * then it runs as `nobody`, in a folder that this account can reach. A server that a killed process left behind is
 * stopped first; the caller holds the data folder's lock, so no other process uses it. If it dies it is restarted on
 * the same port.
 */
export async function openCluster(dataDir: string, watcher: ClusterWatcher = nobody): Promise<Cluster> {
  const account = await unprivilegedAccount();
  const base = await placeFor(dataDir, account);
  const folder = join(base, 'postgres');
  const binaries = await findBinaries(base, account !== null);
  const password = await passwordOf(dataDir);
  await initialise(binaries, folder, password, account);
  const place: Place = { binaries, folder, account };
  const strangerPid = await stopLeftover(place);
  const port = await freePort();
  let postmaster: ChildProcess | undefined;
  const keep = (child: ChildProcess) => {
    postmaster = child;
  };
  const begin = () => startPostmaster(place, { port, strangerPid }, keep, watcher.onWaiting);
  // PostgreSQL's immediate shutdown, for a process that exits without closing: committed data is recovered at the next
  // start.
  const endAtOnce = () => postmaster?.kill('SIGQUIT');
  process.once('exit', endAtOnce);
  const kept = keepRunning(await begin(), begin, watcher);
  const url = `postgres://fournil:${password}@127.0.0.1:${port}/fournil`;
  await createDatabase(url);
  return {
    url,
    folder,
    close: async (withinMilliseconds = closeMilliseconds) => {
      const isLetGo = kept.letGo();
      // Also one that is being started: its start ends with it.
      if (postmaster) await stopPostmaster(place, postmaster, withinMilliseconds);
      await isLetGo;
      process.off('exit', endAtOnce);
    },
  };
}

const nobody: ClusterWatcher = { onRestart: () => undefined, onLost: () => undefined, onWaiting: () => undefined };

/** The address of the cluster over `dataDir` while a Fournil server runs it, else null. */
export async function runningCluster(dataDir: string): Promise<string | null> {
  const [pid, , , port] = (
    await readFile(join(await folderOf(dataDir), 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  const url = `postgres://fournil:${await passwordOf(dataDir)}@127.0.0.1:${port}/fournil`;
  if (!pid || !port) return null;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // The port of a killed server may be closed, or used by another program.
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return answers ? url : null;
}

/** Whether a cluster was made over `dataDir`; makes nothing. */
export function isClusterMade(dataDir: string): Promise<boolean> {
  return access(join(dataDir, passwordFile)).then(
    () => true,
    () => false,
  );
}

/** The folder of the cluster's files. */
export async function folderOf(dataDir: string): Promise<string> {
  return join(await placeFor(dataDir, await unprivilegedAccount()), 'postgres');
}

/** Deletes the files of the cluster over `dataDir`, which nobody runs any more. */
export async function removeCluster(dataDir: string): Promise<void> {
  const base = await placeFor(dataDir, await unprivilegedAccount());
  await rm(base === dataDir ? join(base, 'postgres') : base, { recursive: true, force: true });
}

async function unprivilegedAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function placeFor(dataDir: string, account: Account | null): Promise<string> {
  await makeFolder(dataDir);
  if (!account || (await isOpenToOthers(dataDir))) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const base = join('/var/lib/fournil', name);
  await makeFolder(base, 0o755);
  return base;
}

const passwordFile = 'postgres-password';

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, passwordFile);
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known.trim();
  const made = randomBytes(24).toString('base64url');
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

async function initialise(
  binaries: Binaries,
  folder: string,
  password: string,
  account: Account | null,
): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === major) return;
  if (version)
    throw new StartRefused(
      `The database in ${folder} was made by PostgreSQL ${version.trim()}, this Fournil runs ${major}: restore a backup into a new DATA_DIR.`,
    );
  await makeFolder(folder, 0o700);
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
    throw new StartRefused(
      `The embedded PostgreSQL could not be set up in ${folder}: ${lastLine(String((error as { stderr?: string }).stderr ?? error))}`,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await chmod(folder, 0o700);
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await withClient(admin.href, async (client) => {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'fournil'`);
    if (rowCount === 0) await client.query('create database fournil');
  });
}

/** Below the ports that systems give to outgoing connections (Linux from 32768), which could take it meanwhile. */
const listeningPorts = { first: 20_000, count: 12_000, tries: 100 };

/** A port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < listeningPorts.tries; tried++) {
    const port = listeningPorts.first + randomInt(listeningPorts.count);
    if (await canListen(port)) return port;
  }
  throw new StartRefused('No free port was found on 127.0.0.1 from 20000 to 31999.');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
