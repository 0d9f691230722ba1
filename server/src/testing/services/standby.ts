import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient } from '../../db/withClient.ts';
import { eventually } from '../oven.ts';
import { findProgram } from './debianPackage.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const shipped = fileURLToPath(new URL('../../../../deploy/haproxy/postgres.cfg', import.meta.url));

/** Debian's PostgreSQL 15 and HAProxy, installed where that is possible. */
export const canFailOver = () =>
  findProgram([join(binaries, 'pg_basebackup')], ['postgresql-15']) !== null &&
  findProgram(['/usr/sbin/haproxy'], ['haproxy']) !== null;

export interface PrimaryWithStandby {
  /** Through HAProxy. */
  url: string;
  standbyUrl: string;
  killPrimary(): Promise<void>;
  promoteStandby(): void;
  close(): Promise<void>;
}

/** A primary whose commits wait for its standby, behind HAProxy with the configuration that the product comes with. */
export async function openPrimaryWithStandby(ports: {
  primary: number;
  standby: number;
  proxy: number;
}): Promise<PrimaryWithStandby> {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-standby-'));
  chmodSync(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (account.uid) chownSync(path, account.uid, account.gid);
    return path;
  };
  const [primary, standby, sockets] = [own('primary'), own('standby'), own('sockets')];
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'secret', { mode: 0o644 });
  const run = (name: string, ...args: string[]) => {
    const options: SpawnSyncOptions = { ...account, cwd: folder, encoding: 'utf8' };
    const { status, stderr } = spawnSync(join(binaries, name), args, options);
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
  };
  const start = (data: string, port: number, ...settings: string[]): ChildProcess => {
    const all = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${sockets}`, ...settings];
    const options = all.flatMap((one) => ['-c', one]);
    return spawn(join(binaries, 'postgres'), ['-D', data, ...options], { ...account, cwd: folder, stdio: 'ignore' });
  };
  run('initdb', '-D', primary, '-U', 'fournil', '--pwfile', passwordFile, '-A', 'scram-sha-256');
  writeFileSync(join(primary, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n', { flag: 'a' });
  writeFileSync(join(primary, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n', { flag: 'a' });
  const urlAt = (port: number) => `postgres://fournil:secret@127.0.0.1:${port}/postgres`;
  const answers = (port: number) =>
    eventually(() => withClient(urlAt(port), (one) => one.query('select 1')).catch(() => null));
  // Commits wait for any standby; the standby itself, once promoted, for none.
  const first = start(primary, ports.primary, 'synchronous_standby_names=*', 'synchronous_commit=local');
  await answers(ports.primary);
  run('pg_basebackup', '-d', urlAt(ports.primary), '-D', standby, '-R', '-X', 'stream', '-c', 'fast');
  const second = start(standby, ports.standby);
  await answers(ports.standby);
  await withClient(urlAt(ports.primary), async (client) => {
    await eventually(async () => {
      const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
      return rows.length > 0;
    });
    await client.query('create database fournil');
    await client.query('alter database fournil set synchronous_commit = on');
  });
  const config = readFileSync(shipped, 'utf8')
    .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${ports.proxy}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${ports.primary}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${ports.standby}`);
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  await answers(ports.proxy);
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url: urlAt(ports.proxy).replace(/postgres$/, 'fournil'),
    standbyUrl: urlAt(ports.standby).replace(/postgres$/, 'fournil'),
    killPrimary: () => end(first, 'SIGKILL'),
    promoteStandby: () => run('pg_ctl', 'promote', '-D', standby, '-w'),
    close: async () => {
      await end(proxy, 'SIGTERM');
      await end(second, 'SIGQUIT');
      await end(first, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
