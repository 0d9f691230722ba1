import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateScope, organisationScope } from '../db/database.ts';
import { openLogins } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { partitionedTables } from '../db/partitions/tables.ts';
import { logins } from '../db/roles.ts';
import { withClient } from '../db/withClient.ts';
import { runCommand } from '../operator/commands.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { testMasterKey } from '../testing/process.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { makePartitions, partitionStates } from './partitions.ts';

const token = 'a-token-for-metrics';
let server: TestServer;
let admin: Person;
let organisationId: string;
let machineId: string;
beforeAll(async () => {
  server = await openTestServer({ METRICS_TOKEN: token });
  organisationId = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisationId);
  machineId = (await aMachine(admin)).id;
});
afterAll(() => server.close());

const partitionsOf = async (table: string) =>
  (await server.ownerQuery<{ name: string }>('select name from "partitionBounds"($1)', [table])).map(
    ({ name }) => name,
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Without the number of the shard, which a Citus adds. */
const nameOf = (partition: string) => partition.replace(/_\d{6}$/, '');
const sizes = async (table: string) =>
  (
    await server.ownerQuery<{ name: string; count: number }>(
      `select tableoid::regclass::text as name, count(*)::int from "${table}" where "organisationId" = $1 group by 1`,
      [organisationId],
    )
  ).map(({ name, count }) => ({ name: nameOf(name), count }));
const anActivity = (at: string, id = randomUUID()) =>
  server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
      values ($1::uuid, $2, $3, $1::uuid::text, 'PowerOn', $4)`,
    [id, machineId, organisationId, at],
  );
const anEvent = (at: string, id = randomUUID()) =>
  server.ownerQuery(
    `insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "actorName", at)
      values ($1, $2, 'update', 'machine', $3, 'Deck', 'Ada', $4)`,
    [id, organisationId, machineId, at],
  );

describe('SCL-03 tables that grow with time are partitioned by it:', () => {
  it('there are partitions ahead of the present one, and one for everything else', async () => {
    expect(await makePartitions(server.services)).toBe(0);
    const states = await partitionStates(server.services);
    expect(states.map(({ name, rowsApart }) => [name, rowsApart])).toEqual(
      partitionedTables.map(({ name }) => [name, 0]).sort(),
    );
    for (const { name, ahead } of states)
      expect(ahead).toBe(partitionedTables.find((table) => table.name === name)?.ahead);
    expect(await partitionsOf('activities')).toContain('activities_default');
  });

  it.each([
    ['activities', `select at from activities where "machineId" = $1 and at >= $2 and at < $3`],
    ['readings', `select at from readings where "machineId" = $1 and at >= $2 and at < $3`],
    [
      'machineErrors',
      `select code from "machineErrors" where "machineId" = $1 and "dateStart" >= $2
      and "dateStart" < $3`,
    ],
    [
      'historyEvents',
      `select id from "historyEvents" where "originId" = $1 and at >= $2 and at < $3
      order by at desc, id desc limit 10`,
    ],
  ])('a query of a recent period of %s touches only its partitions', async (table, query) => {
    const bounds = await server.ownerQuery<{ name: string; begins: Date }>(
      `select name, begins from "partitionBounds"($1) where begins > '-infinity' order by begins limit 1`,
      [table],
    );
    const { name, begins } = bounds[0] as { name: string; begins: Date };
    const until = new Date(begins.getTime() + 3_600_000);
    const plan = await server.services.db.read(organisationScope(organisationId), async (trx) => {
      const [first = '', second = '', third = '', ...rest] = query.split(/\$\d/);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(first)}${machineId}${sql.raw(
        second,
      )}${begins}${sql.raw(third)}${until}${sql.raw(rest.join(''))}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    const parts =
      plan.match(new RegExp(`\\bon "?${table}_(?:before|default|\\d{4}(?:_\\d\\d)+)(?:_\\d{6})?\\b`, 'g')) ?? [];
    expect([...new Set(parts.map((part) => nameOf(part.replace(/^on "?/, ''))))]).toEqual([name]);
  });

  it('a row without a partition is stored all the same, counted, and moves when its partition is made', async () => {
    const at = inDays(200);
    await anActivity(at);
    await anEvent(at);
    expect((await sizes('activities')).map(({ name }) => name)).toEqual(['activities_default']);
    const metrics = String((await apiAs(server, token).get('/metrics')).body);
    expect(metrics).toContain('fournil_default_partition_rows{table="activities"} 1');
    expect(metrics).toContain('fournil_partitions_ahead{table="readings"} 7');
    const settings = {
      DATABASE_URL: server.databaseUrl,
      SECRETS_KEY: testMasterKey,
      DATA_DIR: server.services.config.dataDir,
      LOG_LEVEL: 'silent',
    };
    const said: string[] = [];
    expect(await runCommand(['verify'], settings, (line) => said.push(line))).toBe(1);
    expect(said.join('\n')).toMatch(/Partitions of activities: \d+, until [\d-]+; 1 row in the default one\./);
    expect(said.join('\n')).toMatch(/Wrong: 1 row of activities came before their partition was made/);
    for (const table of ['activities', 'historyEvents'])
      for (let step = 0; step < 9; step += 1)
        await server.services.db.as(gateScope, (trx) =>
          sql`select "makePartition"(${table}, ${step}::int)`.execute(trx),
        );
    const part = `activities_${at.slice(0, 7).replace('-', '_')}`;
    expect(await sizes('activities')).toEqual([{ name: part, count: 1 }]);
    expect((await partitionStates(server.services)).every(({ rowsApart }) => rowsApart === 0)).toBe(true);
    expect(await runCommand(['verify'], settings, () => undefined)).toBe(0);
  });

  it('several servers make a missing partition once, and others that hold locks make them wait, not fail', async () => {
    const other = await openTestServer({}, server.databaseUrl);
    try {
      const [last = ''] = await server
        .ownerQuery<{ name: string }>(
          `select name from "partitionBounds"('readings') where begins is not null order by begins desc limit 1`,
        )
        .then((rows) => rows.map(({ name }) => name));
      await server.ownerQuery(`drop table ${last}`);
      await withClient(server.databaseUrl, async (client) => {
        await client.query('begin');
        // Making a partition needs a lock of the default one.
        await client.query('lock table readings_default in access share mode');
        let isMade = false;
        const made = Promise.all([makePartitions(server.services), makePartitions(other.services)]).finally(() => {
          isMade = true;
        });
        // The other server may have made it at its start, before the lock was taken.
        for (let isRefused = false; !isRefused && !isMade; ) {
          const { rowCount } = await client.query(
            `select from pg_locks where not granted and relation = 'readings_default'::regclass`,
          );
          isRefused = rowCount !== 0;
        }
        await client.query('commit');
        await made;
      });
      expect(await partitionsOf('readings')).toContain(last);
    } finally {
      await other.close();
    }
  });
});

describe('SCL-03 SEC-05 a partition that is named directly', () => {
  it('is closed to every login, except the default one’s number of rows', async () => {
    const urlFor = await openLogins(server.databaseUrl, await readMasterKey({ given: testMasterKey }));
    for (const { name } of partitionedTables) {
      const parts = await partitionsOf(name);
      for (const login of logins)
        await withClient(urlFor(login), async (client) => {
          for (const part of parts) {
            const tried = (text: string) =>
              client.query(text).then(
                () => 'done',
                (error: Error) => error.message,
              );
            expect(await tried(`select * from "${part}"`)).toMatch(/permission denied/);
            expect(await tried(`delete from "${part}"`)).toMatch(/permission denied/);
            expect(await tried(`truncate "${part}"`)).toMatch(/permission denied/);
            expect(await tried(`insert into "${part}" ("organisationId") values (null)`)).toMatch(/permission denied/);
            const count = await tried(`select count(*) from "${part}"`);
            expect([part, login, count === 'done']).toEqual([
              part,
              login,
              part.endsWith('default') && login === 'gate',
            ]);
          }
        });
    }
    const open = await server.ownerQuery(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relispartition
        and relkind = 'r' and not (relrowsecurity
          and relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });

  it('AUD-01 refuses changes, deletions and emptying of the history to the owner of the tables too', async () => {
    const id = randomUUID();
    await anEvent(inDays(0), id);
    await anEvent(inDays(40));
    await anEvent(inDays(4000));
    for (const part of await partitionsOf('historyEvents')) {
      await expect(server.ownerQuery(`truncate "${part}"`)).rejects.toThrow('never emptied');
      const [row] = await server.ownerQuery<{ id: string }>(`select id from "${part}" limit 1`);
      if (!row) continue;
      await expect(server.ownerQuery(`delete from "${part}" where id = $1`, [row.id])).rejects.toThrow(
        'a year at least',
      );
      await expect(
        server.ownerQuery(`update "${part}" set "originName" = 'x' where id = $1`, [row.id]),
      ).rejects.toThrow('never changed');
    }
    await expect(
      server.services.db.as(gateScope, (trx) =>
        sql`select "dropPartition"('historyEvents', now() + interval '90 days', false)`.execute(trx),
      ),
    ).resolves.toMatchObject({ rows: [{ dropPartition: null }] });
  });
});
