import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/oven.ts';
import { type Cluster, type ClusterWatcher, openCluster, removeCluster } from './cluster.ts';
import { isAlive } from './isAlive.ts';
import { untilReady } from './postmaster.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A process with the output of a PostgreSQL in recovery; it is ready when it is sent a line. */
function recovering(): ChildProcess {
  const program = `process.stderr.write('LOG:  redo in progress\\n');
    process.stdin.once('data', () => process.stderr.write('LOG:  database system is ready to accept connections\\n'));
    for (const name of ['SIGINT', 'SIGTERM', 'SIGQUIT']) process.on(name, () => undefined);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'pipe'] });
  closings.push(async () => child.kill('SIGKILL'));
  return child;
}

const silent: ClusterWatcher = { onRestart: () => undefined, onLost: () => undefined, onWaiting: () => undefined };

async function aCluster(watcher = silent): Promise<{ cluster: Cluster; dataDir: string; postmaster: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fournil-postmaster-'));
  closings.push(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = await openCluster(dataDir, watcher);
  closings.push(async () => {
    await cluster.close();
    await removeCluster(dataDir);
  });
  return { cluster, dataDir, postmaster: await numberIn(cluster) };
}
const lockOf = ({ folder }: Cluster) => join(folder, 'postmaster.pid');
const numberIn = async (cluster: Cluster) => Number((await readFile(lockOf(cluster), 'utf8')).split('\n')[0]);

describe('SEC-07 the wait for a PostgreSQL that recovers', () => {
  it('lasts as long as the process lives, and logs its messages from time to time', async () => {
    const child = recovering();
    const said: string[] = [];
    const ready = untilReady(child, {
      sayEveryMilliseconds: 10,
      longestMilliseconds: 60_000,
      onWaiting: (_, text) => said.push(text),
    });
    await eventually(() => said.filter((text) => text === 'LOG:  redo in progress').length >= 3);
    child.stdin?.write('\n');
    await ready;
    expect(child.exitCode).toBeNull();
  });

  it('stops the process before it gives up', async () => {
    const child = recovering();
    await once(child.stderr ?? child, 'readable');
    const waited = untilReady(child, {
      sayEveryMilliseconds: 10,
      longestMilliseconds: 100,
      onWaiting: () => undefined,
    });
    await expect(waited).rejects.toThrow('redo in progress');
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('ends at once with the process’s last messages when the process ends', async () => {
    const child = spawn(
      process.execPath,
      ['-e', `process.stderr.write('LOG:  starting\\nFATAL:  no room'); process.exitCode = 1`],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    await expect(
      untilReady(child, { sayEveryMilliseconds: 60_000, longestMilliseconds: 600_000, onWaiting: () => undefined }),
    ).rejects.toThrow('FATAL:  no room');
  });
});

describe.skipIf(process.platform === 'win32')('SEC-07 the embedded PostgreSQL', () => {
  it('has ended once it is closed, also when it hangs', async () => {
    const { cluster, postmaster } = await aCluster();
    process.kill(postmaster, 'SIGSTOP');
    await cluster.close(2500);
    await eventually(() => !isAlive(postmaster));
  });

  it('is not started again while it is being closed', async () => {
    const restarts: string[] = [];
    const { cluster, postmaster } = await aCluster({ ...silent, onRestart: (reason) => restarts.push(reason) });
    process.kill(postmaster, 'SIGKILL');
    await eventually(() => restarts.length > 0);
    await cluster.close();
    const client = new pg.Client({ connectionString: cluster.url });
    await expect(client.connect()).rejects.toThrow('ECONNREFUSED');
    expect(restarts).toEqual(['SIGKILL']);
  });

  it('never stops another program that has its lock’s process number after a restart of the computer', async () => {
    const { cluster, dataDir } = await aCluster();
    const lock = await readFile(lockOf(cluster), 'utf8');
    await cluster.close();
    // As the account of PostgreSQL, which is allowed to end it.
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const stranger = spawn(process.execPath, ['-e', `setInterval(() => undefined, 1000); console.log('here')`], {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closings.push(async () => stranger.kill('SIGKILL'));
    await once(stranger.stdout ?? stranger, 'data');
    await writeFile(lockOf(cluster), lock.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
    if (account.uid) await chown(lockOf(cluster), account.uid, account.gid);
    const again = await openCluster(dataDir);
    closings.push(() => again.close());
    expect(await numberIn(again)).not.toBe(stranger.pid);
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  });
});
