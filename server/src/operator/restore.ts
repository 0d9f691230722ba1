import { access, constants } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Config, type MasterKeySource, StartRefused } from '../base/config.ts';
import { gateScope } from '../db/database.ts';
import { isSealed, readMasterKey, unseal } from '../db/masterKey.ts';
import { migrate, migrateTo } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { withClient } from '../db/withClient.ts';
import type { Storage } from '../kit/storage.ts';
import { openStorage } from '../storage/index.ts';
import { makeDatabase, withDatabase, withServer } from './access.ts';
import { type Head, readArchive } from './archive.ts';
import { storedFolders } from './backup.ts';
import type { CommandCall } from './commandCall.ts';
import { counted } from './counted.ts';
import { asKeeper, isEmpty, listForeignKeys, listTables, quoted, type Table } from './tables.ts';

/**
 * RUN-05: nothing is changed before the whole file has been read once, its checksum verified and its keys opened with
 * the master key.
 */
export async function restore({ config, say }: CommandCall, path: string): Promise<number> {
  const about = await checkArchive(path);
  const newest = about.migrations.at(-1) ?? '';
  if (!Object.hasOwn(migrations, newest))
    throw new StartRefused(`${path} was made by a newer Fournil (its tables are ${newest}): restore it with that one.`);
  await refuseAnotherKey(config.masterKey, about.secrets);
  const counts = { tables: 0, files: 0 };
  await makeDatabase(config);
  await withDatabase(config, async (url) => {
    await withClient(url, async (client) => {
      if (!(await isEmpty(client)))
        throw new StartRefused(
          'The database is not empty: a backup is restored into a new one, so that nothing is lost by mistake.',
        );
    });
    const storage = await openStorage(config.storage);
    try {
      await refuseFullStorage(storage);
      await migrateTo(url, newest);
      await withClient(url, (client) => fill(client, storage, path, counts));
      await migrate(url);
    } finally {
      await storage.close();
    }
  });
  const mails = await announceMails(config);
  say(
    `Restored, as of ${about.at}: ${counted(counts.tables, 'table')} and ${counted(counts.files, 'file')}. When the product starts, ${counted(mails, 'mail')} will go out.`,
  );
  return 0;
}

interface About extends Extract<Head, { kind: 'about' }> {
  /** The rows of `serverSecrets`: name and value. */
  secrets: [string, string][];
}

async function checkArchive(path: string): Promise<About> {
  let about: Extract<Head, { kind: 'about' }> | null = null;
  let secrets = '';
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${path} cannot be read (${error.code}).`);
  });
  for await (const { head, content } of readArchive(path)) {
    if (head.kind === 'about') about = head;
    const isSecrets = head.kind === 'table' && head.name === 'serverSecrets';
    for await (const chunk of content) if (isSecrets) secrets += Buffer.from(chunk).toString('latin1');
  }
  if (!about) throw new StartRefused(`${path} is no backup.`);
  const lines = secrets.split('\n').filter(Boolean);
  return { ...about, secrets: lines.map((line) => line.split('\t').slice(0, 2) as [string, string]) };
}

/** With another key the product would not start on the restored rows, and a new one must not be made for them. */
async function refuseAnotherKey(source: MasterKeySource, secrets: About['secrets']): Promise<void> {
  const [name, value] = secrets.find(([, value]) => isSealed(value)) ?? [];
  if (name === undefined || value === undefined) return;
  const wanted = 'The backup needs the master key of the installation that made it';
  if ('file' in source)
    await access(source.file).catch(() => {
      throw new StartRefused(`${wanted}: copy it to ${source.file}, or set SECRETS_KEY or SECRETS_KEY_FILE to it.`);
    });
  const masterKey = await readMasterKey(source);
  try {
    unseal(masterKey, name, value);
  } catch {
    throw new StartRefused(
      `${wanted}: ${'file' in source ? `that in ${source.file}` : 'SECRETS_KEY'} is another one. Nothing was restored.`,
    );
  }
}

async function refuseFullStorage(storage: Storage): Promise<void> {
  for (const folder of storedFolders)
    for await (const page of storage.list(folder))
      if (page.length > 0)
        throw new StartRefused(`The storage ${storage.where} is not empty: set STORAGE_URL or DATA_DIR to a new one.`);
}

/** Emptying the history is refused even when it has no rows, so tables without rows are skipped. */
async function withRows(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ hasRows: boolean }>(
      `select exists (select from ${quoted(name)}) as "hasRows"`,
    );
    if (rows[0]?.hasRows) filled.push(name);
  }
  return filled;
}

/** One transaction for all rows. Foreign keys are checked at the end. */
async function fill(
  client: pg.Client,
  storage: Storage,
  path: string,
  counts: { tables: number; files: number },
): Promise<void> {
  await client.query('begin');
  const keys = await listForeignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  // The owner writes all rows; row-level security applies to it again before the commit.
  await force(client, tables, false);
  // Rows that the migrations insert come from the backup as well.
  const filled = await withRows(client, [...tables.keys()]);
  if (filled.length > 0) await client.query(`truncate ${filled.map(quoted).join(', ')}`);
  for await (const { head, content } of readArchive(path)) {
    if (head.kind === 'file') {
      counts.files += 1;
      await storage.put(head.name, Readable.from(content, { objectMode: false }));
    }
    if (head.kind === 'table') {
      const table = tables.get(head.name);
      if (!table) throw new StartRefused(`The backup has a table ${head.name} that these migrations do not make.`);
      counts.tables += 1;
      const into = `copy ${quoted(head.name)} (${head.columns.map(quoted).join(', ')}) from stdin`;
      await pipeline(content, client.query(copyFrom(into)));
    }
  }
  for (const table of tables.values()) await continueNumbers(client, table);
  await force(client, tables, true);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  await client.query('commit');
}

async function force(client: pg.Client, tables: ReadonlyMap<string, Table>, isForced: boolean): Promise<void> {
  for (const { name, isGuarded } of tables.values())
    if (isGuarded) await client.query(`alter table ${quoted(name)} ${isForced ? '' : 'no '}force row level security`);
}

/** Sequences continue after their greatest value. */
async function continueNumbers(client: pg.Client, table: Table): Promise<void> {
  for (const column of table.columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'select pg_get_serial_sequence($1, $2) as sequence',
      [quoted(table.name), column],
    );
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    const highest = await client.query<{ value: string | null }>(
      `select max(${quoted(column)})::text as value from ${quoted(table.name)}`,
    );
    const value = highest.rows[0]?.value;
    if (value) await client.query('select setval($1::regclass, $2::bigint)', [sequence, value]);
  }
}

/** The queue is not part of a backup: mails that waited are announced again. */
function announceMails(config: Config): Promise<number> {
  return withServer(config, async (services) => {
    const waiting = await withDatabase(config, (url) =>
      withClient(url, async (client) => {
        await client.query('begin');
        const { rows } = await asKeeper(client, { isGuarded: true }, () =>
          client.query<{ mailId: string; organisationId: string | null }>(
            `select id as "mailId", "organisationId" from mails where "sentAt" is null and "failedAt" is null`,
          ),
        );
        await client.query('commit');
        return rows;
      }),
    );
    await services.db.as(gateScope, (trx) => services.jobs.announceAll(trx, 'mail.written', waiting));
    return waiting.length;
  });
}
