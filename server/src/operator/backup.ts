import { access } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartRefused } from '../base/config.ts';
import { admitKeeperAt } from '../db/migrate.ts';
import { withClient } from '../db/withClient.ts';
import { filesOfPicture, pictureFolder } from '../images/index.ts';
import type { Storage } from '../kit/storage.ts';
import { updateFolder } from '../software-updates/index.ts';
import { openStorage } from '../storage/index.ts';
import { withDatabase } from './access.ts';
import { headOnly, type Part, writeArchive } from './archive.ts';
import type { CommandCall } from './commandCall.ts';
import { counted } from './counted.ts';
import { asKeeper, become, derived, listTables, passing, quoted, type Table } from './tables.ts';

export const storedFolders = [pictureFolder, updateFolder];

/**
 * RUN-05: a consistent copy of all data at one moment, while the product runs. Files that rows name and that are not
 * there are named, and the exit code is then 1: it may be another storage than that of the servers.
 */
export function backUp({ config, say }: CommandCall, path: string): Promise<number> {
  return withDatabase(config, async (url) => {
    if (await access(path).then(...isThere))
      throw new StartRefused(`${path} exists already: a backup takes the place of no other.`);
    // Without migrating it, because a backup is made before an update.
    await admitKeeperAt(url);
    const storage = await openStorage(config.storage);
    const counts: Counts = { tables: 0, files: 0, missing: [] };
    try {
      const { bytes } = await withClient(url, (client) => writeArchive(path, parts(client, storage, counts)));
      say(
        `${path}: ${counted(counts.tables, 'table')}, ${counted(counts.files, 'file')}, ` +
          `${Math.ceil(bytes / 1024)} KiB.`,
      );
      say(
        'given' in config.masterKey
          ? 'The keys in it open with SECRETS_KEY only: keep that one apart, without it the backup signs nobody in.'
          : `The keys in it open with ${config.masterKey.file} only: keep a copy of that file apart, without it the backup signs nobody in.`,
      );
      if (counts.missing.length === 0) return 0;
      say(`Wrong: ${missingText(counts.missing, storage.where)}`);
      return 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code && /^E[A-Z]+$/.test(code) ? new StartRefused(`${path} cannot be written (${code}).`) : error;
    } finally {
      await storage.close();
    }
  });
}

const isThere = [() => true, () => false] as const;

interface Counts {
  tables: number;
  files: number;
  /** Names of files that rows name, and that the storage does not have. */
  missing: string[];
}

function missingText(names: readonly string[], where: string): string {
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
  return (
    `the backup has not the whole data: ${counted(names.length, 'file')} that rows name ` +
    `${names.length === 1 ? 'is' : 'are'} not in ${where} (${some}). Is STORAGE_URL the one of the servers?`
  );
}

async function* parts(client: pg.Client, storage: Storage, counts: Counts): AsyncGenerator<Part> {
  await client.query('begin isolation level repeatable read read only');
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  yield headOnly({ kind: 'about', migrations: applied.rows.map(({ name }) => name), at: new Date().toISOString() });
  for (const table of await listTables(client)) {
    if ([...derived, ...passing].includes(table.name)) continue;
    counts.tables += 1;
    yield { head: { kind: 'table', name: table.name, columns: table.columns }, content: rowsOf(client, table) };
  }
  const fileNames = await namedFiles(client);
  await client.query('commit');
  // After the rows: every file that a row of the snapshot names exists already.
  for (const folder of storedFolders) {
    for await (const page of storage.list(folder)) {
      for (const { name } of page) {
        const content = await storage.read(name);
        if (!content) continue;
        counts.files += 1;
        fileNames.delete(name);
        yield { head: { kind: 'file', name }, content };
      }
    }
  }
  if (fileNames.size === 0) return;
  // A row that was deleted since the copy began has taken its file with it.
  // The connection was idle while the files were copied, and may be gone: then all of them count.
  const stillNamed = await client
    .query('begin read only')
    .then(() => namedFiles(client))
    .catch(() => fileNames);
  counts.missing = [...fileNames].filter((name) => stillNamed.has(name));
}

async function namedFiles(client: pg.Client): Promise<Set<string>> {
  return asKeeper(client, { isGuarded: true }, async () => {
    const pictures = await client.query<Parameters<typeof filesOfPicture>[0]>('select id, files from pictures');
    const updates = await client.query<{ name: string }>('select "storedAs" as name from "softwareUpdates"');
    return new Set([...pictures.rows.flatMap(filesOfPicture), ...updates.rows].map(({ name }) => name));
  });
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<Uint8Array> {
  await become(client, table);
  yield* client.query(
    copyTo(`copy (select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)}) to stdout`),
  );
  await client.query('reset role');
}
