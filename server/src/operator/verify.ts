import { createHash } from 'node:crypto';
import type pg from 'pg';
import { gateScope, staffScope } from '../db/database.ts';
import { migrations } from '../db/migrations/index.ts';
import { withClient } from '../db/withClient.ts';
import { pictureFiles } from '../images/index.ts';
import type { Services } from '../kit/services.ts';
import { updateFiles } from '../software-updates/index.ts';
import { withDatabase, withServer } from './access.ts';
import { type CommandCall, calledAs } from './commandCall.ts';
import { counted } from './counted.ts';
import { missingPartitions } from './partitions.ts';
import { asKeeper, listTables, quoted } from './tables.ts';
import { pairedTwice, wrongPlaces } from './verifyDistribution.ts';

/** RUN-05: prints what it checked; every error is a line of its own, and the exit code is then 1. */
export function verify({ config, say }: CommandCall): Promise<number> {
  return withDatabase(config, async (url) => {
    const findings = await withClient(url, async (client) => {
      const missing = await missingMigrations(client);
      if (missing.length > 0) return [`Migrations are missing: ${missing.join(', ')}. Run ${calledAs('migrate')}.`];
      say(`Migrations: all ${Object.keys(migrations).length}.`);
      return [
        ...(await rowsOfNobody(client)),
        ...(await wrongTotals(client)),
        ...(await missingPartitions(client, say)),
        ...(await wrongPlaces(client, say)),
        ...(await pairedTwice(client)),
      ];
    });
    if (findings.length === 0)
      say('Rows: each belongs to something that is there, and what is counted along is right.');
    await withServer(config, async (services) => {
      const files = await checkFiles(services);
      findings.push(...files.findings, ...(await checkKeys(services)));
      say(`Files: ${files.looked} looked at, each byte.`);
    });
    for (const finding of findings) say(`Wrong: ${finding}`);
    say(findings.length === 0 ? 'Everything is as it should be.' : `${counted(findings.length, 'finding')}.`);
    return findings.length === 0 ? 0 : 1;
  });
}

async function missingMigrations(client: pg.Client): Promise<string[]> {
  const exists = await client.query<{ is: boolean }>(`select to_regclass('kysely_migration') is not null as is`);
  const { rows } = exists.rows[0]?.is
    ? await client.query<{ name: string }>('select name from kysely_migration')
    : { rows: [] };
  const applied = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !applied.has(name));
}

interface Reference {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
}

/** Every foreign key of the database, and every organisation that a row names. */
async function rowsOfNobody(client: pg.Client): Promise<string[]> {
  const guarded = (await listTables(client)).filter(({ isGuarded }) => isGuarded);
  const { rows: known } = await client.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(a.attname) as column, confrelid::regclass::text as target,
      quote_ident(b.attname) as "targetColumn"
     from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1] join pg_attribute b
       on b.attrelid = confrelid and b.attnum = confkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1`,
  );
  const ofOrganisations = guarded
    // The record outlives its organisation (AUD-01).
    .filter(
      ({ name, columns }) => name !== 'organisations' && name !== 'historyEvents' && columns.includes('organisationId'),
    )
    .map(
      ({ name }): Reference => ({
        table: quoted(name),
        column: '"organisationId"',
        target: 'organisations',
        targetColumn: 'id',
      }),
    );
  const findings: string[] = [];
  await client.query('begin');
  for (const { table, column, target, targetColumn } of [...known, ...ofOrganisations]) {
    const { rows } = await asKeeper(client, { isGuarded: true }, () =>
      client.query<{ count: number }>(
        `select count(*)::int as count from ${table} one where one.${column} is not null and not exists (select
          from ${target} other where other.${targetColumn} = one.${column})`,
      ),
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) findings.push(`${count} rows of ${table} name in ${column} what is not in ${target}.`);
  }
  await client.query('commit');
  return findings;
}

/** Compares tables that triggers compute (`derived`) with their source. */
async function wrongTotals(client: pg.Client): Promise<string[]> {
  await client.query('begin');
  const { rows } = await asKeeper(client, { isGuarded: true }, () =>
    client.query<{ organisationId: string; kept: number; counted: number }>(
      `select "organisationId", coalesce(kept, 0)::int as kept, coalesce(counted, 0)::int as counted
       from (select "organisationId", sum(machines) as kept from "machineTotals" group by 1) as totals
       full join (select "organisationId", count(*) as counted from machines where "deletedAt" is null
         group by 1) as there using ("organisationId")
       where coalesce(kept, 0) <> coalesce(counted, 0)`,
    ),
  );
  await client.query('commit');
  return rows.map(
    ({ organisationId, kept, counted }) =>
      `${counted} machines of the organisation ${organisationId} are counted as ${kept}.`,
  );
}

async function checkFiles(services: Services): Promise<{ looked: number; findings: string[] }> {
  const named = await services.db.as(gateScope, pictureFiles);
  named.push(...(await services.db.as(staffScope, updateFiles)));
  const findings: string[] = [];
  for (const { name, sha256 } of named) {
    const content = await services.storage.read(name);
    if (!content) {
      findings.push(`the file ${name} is missing.`);
      continue;
    }
    const hash = createHash('sha256');
    for await (const chunk of content) hash.update(chunk as Uint8Array);
    if (hash.digest('hex') !== sha256) findings.push(`the file ${name} is not what was stored.`);
  }
  return { looked: named.length, findings };
}

/** Values encrypted with the server's keys can be decrypted. */
async function checkKeys(services: Services): Promise<string[]> {
  const person = await services.db.as(gateScope, (trx) =>
    trx.selectFrom('users').select('securityCode').where('securityCode', 'is not', null).limit(1).executeTakeFirst(),
  );
  try {
    if (person?.securityCode) services.keys.decrypt(person.securityCode);
    return [];
  } catch {
    return ['the server’s keys do not open what was closed with them.'];
  }
}
