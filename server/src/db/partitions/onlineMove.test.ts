import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate, migrateTo } from '../migrate.ts';
import { withClient } from '../withClient.ts';
import { firstPartitioned } from './tables.ts';

const organisation = '00000001-0000-7000-8000-000000000001';
const machine = '00000005-0000-7000-8000-000000000001';
const name = `moved_${randomBytes(6).toString('hex')}`;
let url: string;
let superuser: string;
let before: { rows: string[]; files: Record<string, string>; rights: object[] };

const asked = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await withClient(superuser, (client) => client.query(text, values))).rows as Row[];

/** What later migrations add. */
const laterColumns = ['programRevision', 'programSha256', 'programChanged', 'softwareVersion'];

/** Every row of the tables that move, as one text each. */
const rowsOf = async () =>
  (
    await Promise.all(
      firstPartitioned.map((table) =>
        asked<{ row: string }>(`select (to_jsonb(one) - $1::text[])::text as row from "${table.name}" one order by 1`, [
          laterColumns,
        ]),
      ),
    )
  ).flatMap((rows) => rows.map(({ row }) => row));
const filesOf = async (suffix: string) =>
  Object.fromEntries(
    await Promise.all(
      firstPartitioned.map(async (table) => {
        const [row] = await asked<{ file: string }>(`select pg_relation_filenode('"${table.name}${suffix}"') as file`);
        return [table.name, row?.file ?? ''] as const;
      }),
    ),
  );
const rightsOf = () =>
  asked(
    `select table_name, column_name, privilege_type, grantee from information_schema.column_privileges
      where table_name = any($1) and grantee like '${name}\\_%' and grantee not like '%\\_keeper' order by 1, 2, 3, 4`,
    [firstPartitioned.map((table) => table.name)],
  );

/** The former version's statements for the reports of a batch. */
async function formerBatch(client: pg.Client, number: number): Promise<void> {
  const at = new Date().toISOString();
  await client.query(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programId", "programName",
        "totalSeconds", mode, "saidAt")
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[],
        $8::text[], $9::float8[], $10::text[], $11::text[]) on conflict do nothing returning id`,
    [
      [`00000009-0000-7000-8000-${String(number).padStart(12, '0')}`],
      [machine],
      [organisation],
      [`former-${number}`],
      ['PowerOn'],
      [at],
      [null],
      [null],
      [null],
      [null],
      [null],
    ],
  );
}

const formerFault = (client: pg.Client, start: string, end: string | null) =>
  client.query<{ inserted: boolean }>(
    `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
      select * from unnest(array[gen_random_uuid()], $1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[],
        $5::timestamptz[])
      on conflict ("machineId", code, "dateStart") do update set "dateEnd" = excluded."dateEnd"
        where "machineErrors"."dateEnd" is null and excluded."dateEnd" is not null
      returning "machineId", "organisationId", code, "dateStart", "dateEnd", xmax = 0 as inserted`,
    [[machine], [organisation], ['E03'], [start], [end]],
  );

async function fill(): Promise<void> {
  await asked(`insert into organisations (id, name) values ($1, 'Levain')`, [organisation]);
  await asked(
    `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
      values ($1, $2, 'Deck', 'S1', '', 'deck')`,
    [machine, organisation],
  );
  await asked(`insert into "machineStates" ("machineId", "organisationId") values ($1, $2)`, [machine, organisation]);
  const rows = 'generate_series(1, 3000) n';
  const columns = '"machineId", "organisationId"';
  const ids = `'${machine}'::uuid, '${organisation}'::uuid`;
  await asked(`insert into activities (id, ${columns}, "reportId", type, at, "saidAt")
    select gen_random_uuid(), ${ids}, 'a' || n, 'PowerOn', now() - n * interval '8 hours',
      case when n = 30 then '2001-01-01T00:00:00.000Z' end from ${rows}`);
  await asked(`insert into readings (${columns}, at, "chamberTemperatureCelsius", "energyKilowattHours", "doorOpen")
    select ${ids}, now() - n * interval '1 minute', 200, n, false from ${rows}`);
  await asked(`insert into "machineErrors" (id, ${columns}, code, "dateStart", "dateEnd")
    select gen_random_uuid(), ${ids}, 'E01', now() - n * interval '1 day', now() - n * interval '23 hours'
      from ${rows}`);
  await asked(`insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "actorName",
      at)
    select gen_random_uuid(), '${organisation}'::uuid, 'update', 'machine', '${machine}'::uuid, 'Deck', 'Ada',
      now() - n * interval '1 day' from ${rows}`);
}

beforeAll(async () => {
  const cluster = new URL(inject('clusterUrl'));
  cluster.pathname = '/postgres';
  await withClient(cluster.href, async (client) => {
    // As at a hosting provider: the owner is no superuser.
    await client.query(`create role ${name} login createrole password '${name}'`);
    await client.query(`create database ${name} template template0 owner ${name}`);
  });
  cluster.pathname = `/${name}`;
  superuser = cluster.href;
  cluster.username = name;
  cluster.password = name;
  url = cluster.href;
  await migrateTo(url, '0055-bulk-origins');
  await fill();
  before = { rows: await rowsOf(), files: await filesOf(''), rights: await rightsOf() };
});

describe('SCL-03 the tables of the former version become partitioned ones', () => {
  it('while it goes on writing, with another reader’s transaction open, and no row is rewritten', async () => {
    const [reader, writer] = [superuser, superuser].map((one) => new pg.Client({ connectionString: one }));
    if (!reader || !writer) throw new Error('no clients');
    await Promise.all([reader.connect(), writer.connect()]);
    await reader.query('begin');
    await reader.query('select count(*) from readings');
    // Waiting longer for a lock would be an error here.
    await writer.query(`set lock_timeout = '5s'`);
    let written = 0;
    let isMoving = true;
    const writing = (async () => {
      for (; isMoving; written += 1) await formerBatch(writer, written);
    })();
    const moving = migrate(url).finally(() => {
      isMoving = false;
    });
    // The migration waits for the reader, and the writer does not wait for the migration.
    const isRefused = async () =>
      (
        await asked(`select from pg_locks where not granted and relation = 'readings'::regclass
          and mode like '%Exclusive%'`)
      ).length > 0;
    while (!(await isRefused()));
    const first = written;
    while (written < first + 100) await asked('select 1');
    await reader.query('commit');
    await moving;
    await writing;
    const after = await rowsOf();
    expect(after.filter((row) => !row.includes('"former-'))).toEqual(before.rows);
    expect(after).toHaveLength(before.rows.length + written);
    expect(await filesOf('_before')).toEqual(before.files);
    // What later migrations index is built on every partition.
    expect(
      await asked(`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
        where not indisvalid`),
    ).toEqual([]);
    expect(await asked(`select from pg_class where relname like 'activities\\_%\\_activities_bakes'`)).not.toEqual([]);
    await Promise.all([reader.end(), writer.end()]);
  }, 120_000);

  it('with the same rights, and the statements of the former version still work', async () => {
    const rights = await rightsOf();
    expect(rights).toEqual(expect.arrayContaining(before.rights));
    await withClient(superuser, async (client) => {
      const start = new Date().toISOString();
      expect((await formerFault(client, start, null)).rows).toMatchObject([{ inserted: true }]);
      expect((await formerFault(client, start, null)).rows).toEqual([]);
      expect((await formerFault(client, start, new Date().toISOString())).rows).toMatchObject([{ inserted: false }]);
      // A repeated report of a wrong clock, with another time of the server's.
      for (const minute of [1, 2])
        await client.query(
          `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "saidAt")
            values (gen_random_uuid(), $1, $2, 'twice', 'PowerOn', now() - $3 * interval '1 minute', '2001-01-01')
            on conflict do nothing`,
          [machine, organisation, minute],
        );
      const { rows } = await client.query(`select from activities where "reportId" = 'twice'`);
      expect(rows).toHaveLength(1);
    });
  });

  it('LNK-05 machines whose reports have the server’s time are known with the period of these times', async () => {
    const [state] = await asked<{ from: Date; until: Date }>(
      'select "misdatedFrom" as from, "misdatedUntil" as until from "machineStates"',
    );
    const [stored] = await asked<{ at: Date }>(`select at from activities where "reportId" = 'a30'`);
    expect(state).toEqual({ from: stored?.at, until: stored?.at });
  });

  it('readings are packed a day later, because the former version does not read packed ones', async () => {
    const [row] = await asked<{ hours: number }>(
      `select round(extract(epoch from "readingsPackedFrom"() - now()) / 3600)::int as hours`,
    );
    expect(row?.hours).toBe(24);
  });

  it('whose partitions the sign-in login makes and drops, where the owner is no superuser', async () => {
    await withClient(superuser, async (client) => {
      const far = `now() + interval '150 days'`;
      await client.query(`insert into activities (id, "machineId", "organisationId", "reportId", type, at)
        values (gen_random_uuid(), '${machine}', '${organisation}', 'far', 'PowerOn', ${far})`);
      await client.query(`set role ${name}_gate`);
      await expect(client.query(`select "makePartition"('users', 1)`)).rejects.toThrow('No such partition');
      await expect(client.query(`select "dropPartition"('users', now(), true)`)).rejects.toThrow('No such partition');
      for (let step = 4; step < 7; step += 1) await client.query(`select "makePartition"('activities', ${step})`);
      // Of the partitions that ended before, none is empty or old enough.
      const dropped = await client.query(`select "dropPartition"('readings', now() - interval '2 days', true) as name`);
      expect(dropped.rows).toEqual([{ name: null }]);
      await client.query('reset role');
      const { rows } = await client.query(
        `select tableoid::regclass::text as name from activities where "reportId" = 'far'`,
      );
      expect(rows).toEqual([{ name: expect.stringMatching(/^activities_\d{4}_\d\d$/) }]);
    });
  });

  it('the former version cannot delete by the place of a row, which several partitions have', async () => {
    await withClient(superuser, async (client) => {
      await client.query(`set role ${name}_app`);
      await expect(client.query('select ctid from readings limit 1')).rejects.toThrow('permission denied');
      await expect(client.query('select * from readings limit 1')).resolves.toMatchObject({ rows: [] });
    });
  });
});
