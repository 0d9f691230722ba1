import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient } from '../../db/withClient.ts';
import { eventually } from '../oven.ts';
import { findProgram } from './debianPackage.ts';

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/pgbouncer/${name}`, import.meta.url)), 'utf8');

/** Debian's PgBouncer, installed where that is possible; else null. */
export const findPgbouncer = () => findProgram(['/usr/sbin/pgbouncer'], ['pgbouncer']);

export interface Pgbouncer {
  /** The same database through it. */
  url: string;
  close(): Promise<void>;
}

/** PgBouncer with the configuration that the product comes with, before this database. */
export async function openPgbouncer(program: string, databaseUrl: string, port: number): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-pgbouncer-'));
  // It refuses to run as root, and has to read its files as another user.
  chmodSync(folder, 0o755);
  const direct = new URL(databaseUrl);
  const [, database = ''] = direct.pathname.split('/');
  // A login of its own for each test database, because logins are the cluster's.
  const login = `pgbouncer_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const renamed = (text: string) => text.replaceAll(/\bpgbouncer\b(?!\.(sql|ini)|\]|\/)/g, login);
  const makeLogin = renamed(shipped('pgbouncer.sql')).replace(":'password'", `'${password}'`);
  await withClient(databaseUrl, (client) => client.query(makeLogin));
  const config = renamed(shipped('pgbouncer.ini'))
    .replace(/^fournil = .*$/m, `${database} = host=127.0.0.1 port=${direct.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'));
  await writeFile(join(folder, 'userlist.txt'), `"${login}" "${password}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), config);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let said = '';
  const child: ChildProcess = spawn(program, [...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-20_000);
    });
  const through = new URL(databaseUrl);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const console = `postgres://${login}:${password}@127.0.0.1:${port}/pgbouncer`;
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
    return withClient(console, (client) => client.query('show version')).catch(() => null);
  });
  return {
    url: through.href,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
