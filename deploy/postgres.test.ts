import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../server/src/db/embedded/cluster.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { eventually } from '../server/src/testing/oven.ts';
import { findProgram, runProgram, type Started, startProgram } from './testing/programs.ts';

/** The programs of large.yaml, with Debian's PostgreSQL instead of the containers. */
const versions = ['15', '16', '17'].map((major) => `/usr/lib/postgresql/${major}/bin/postgres`);
const postgres = findProgram(versions, ['postgresql']);
const bin = (postgres ?? '').replace(/\/postgres$/, '');
const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const as = (program: string, args: string[]): [string, string[]] =>
  isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]] : [program, args];
const script = (name: string) => join(import.meta.dirname, 'postgres', name);

describe.skipIf(!postgres)('primary and standby (skipped where Debian’s PostgreSQL cannot be had)', () => {
  let folder: string;
  let environment: Record<string, string>;
  let port: number;
  let standbyPort: number;
  const running: Started[] = [];
  const urlAt = (at: number) => `postgres://fournil:for-tests@127.0.0.1:${at}/postgres`;
  const query = (at: number, text: string) =>
    withClient(urlAt(at), async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

  function start(name: string, program: string, args: string[]): Started {
    const settings = [`-cunix_socket_directories=${folder}`, '-cwal_level=replica', '-cmax_wal_senders=5'];
    const one = startProgram(...as(program, [...args, ...settings]), { ...environment, PGDATA: join(folder, name) });
    running.push(one);
    return one;
  }
  const answers = async (at: number, one: Started) =>
    eventually(async () => {
      if (one.child.exitCode !== null) throw new Error(one.said());
      return query(at, 'select 1').catch(() => null);
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fournil-standby-'));
    for (const name of ['primary', 'standby']) mkdirSync(join(folder, name));
    for (const name of ['.', 'primary', 'standby']) chmodSync(join(folder, name), 0o755);
    if (isRoot) spawnSync('chown', ['--recursive', 'postgres', folder]);
    [port, standbyPort] = [await freePort(), await freePort()];
    environment = {
      PATH: `${bin}:${process.env['PATH']}`,
      POSTGRES_USER: 'fournil',
      POSTGRES_PASSWORD: 'for-tests',
      REPLICATION_PASSWORD: "it's for-tests too",
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGPASSWORD: 'for-tests',
      PRIMARY_HOST: '127.0.0.1',
      PRIMARY_PORT: String(port),
    };
    const init = ['--pgdata', join(folder, 'primary'), '--username=fournil', '--auth=trust', '--no-sync'];
    expect(runProgram(...as(`${bin}/initdb`, init))).toMatchObject({ status: 0 });
    // initdb lets standbys in without a password.
    const rules = join(folder, 'primary/pg_hba.conf');
    const withoutReplication = readFileSync(rules, 'utf8').replaceAll(/^.*\breplication\b.*$/gm, '');
    writeFileSync(rules, withoutReplication);
    const primary = start('primary', `${bin}/postgres`, [`-p${port}`]);
    await answers(port, primary);
    const made = runProgram(...as('/bin/bash', [script('primary.sh')]), {
      env: { ...environment, PGDATA: join(folder, 'primary') },
    });
    expect(made).toMatchObject({ status: 0 });
  });
  afterAll(async () => {
    for (const one of running) if (one.child.exitCode === null && !one.child.signalCode) await one.stop('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });

  it('SCL-04 a standby is not started over a cluster that is no copy, such as the one that a package has made', () => {
    const env = { ...environment, PGDATA: join(folder, 'primary') };
    const { status, said } = runProgram(...as('/bin/bash', [script('standby.sh'), 'true']), { env });
    expect([status, said]).toEqual([1, expect.stringContaining('no copy of a primary')]);
  });

  it('SCL-04 a standby with a wrong password for the primary says so and ends', () => {
    const env = { ...environment, PGDATA: join(folder, 'standby'), REPLICATION_PASSWORD: 'another' };
    const { status, said } = runProgram(...as('/bin/bash', [script('standby.sh'), 'true']), { env });
    expect([status, said]).toEqual([1, expect.stringContaining('The primary refuses REPLICATION_PASSWORD')]);
  });

  it('SCL-04 a standby copies the primary, follows it, and takes over with everything that was acknowledged', async () => {
    await query(port, 'create table kept (number int)');
    const standby = start('standby', '/bin/bash', [script('standby.sh'), 'postgres', `-p${standbyPort}`]);
    await answers(standbyPort, standby);
    await query(port, "alter system set synchronous_standby_names = 'standby'");
    await query(port, 'select pg_reload_conf()');
    await eventually(async () => {
      const [row] = await query(port, 'select sync_state, application_name from pg_stat_replication');
      return row?.['sync_state'] === 'sync' && row['application_name'] === 'standby';
    });
    await query(port, 'insert into kept select generate_series(1, 1000)');
    await running[0]?.stop('SIGQUIT');
    await query(standbyPort, 'select pg_promote()');
    // As docs/growing.md says: the new primary has no standby yet.
    await query(standbyPort, "alter system set synchronous_standby_names = ''");
    await query(standbyPort, 'select pg_reload_conf()');
    expect(await query(standbyPort, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
    await query(standbyPort, 'insert into kept values (1001)');
  });

  it('SCL-04 a standby that is started again follows on without a new copy', async () => {
    await running[1]?.stop('SIGINT');
    appendFileSync(join(folder, 'standby/postgresql.conf'), '# of the first start\n');
    const again = start('standby', '/bin/bash', [script('standby.sh'), 'postgres', `-p${standbyPort}`]);
    await answers(standbyPort, again);
    expect(again.said()).not.toContain('pg_basebackup');
    expect(await query(standbyPort, 'select count(*)::int from kept')).toEqual([{ count: 1001 }]);
  });
});
