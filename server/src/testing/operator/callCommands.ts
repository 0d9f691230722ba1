import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { withClient } from '../../db/withClient.ts';
import { runCommand } from '../../operator/commands.ts';
import { testMasterKey } from '../process.ts';

/** The settings of an installation with this database and this data folder. */
export const settingsOf = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRETS_KEY: testMasterKey,
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://console.fournil.test',
});

/** Calls an operator's command; what it said, and its exit code. Throws what the command throws. */
export async function run(args: string[], settings: Record<string, string>) {
  const said: string[] = [];
  const code = await runCommand(args, settings, (line) => said.push(line));
  return { code, said: said.join('\n') };
}

/** The address of a new, empty database; each has a name of its own, also when a test is tried again. */
export async function newDatabase(): Promise<string> {
  const name = `operated_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/postgres';
  await withClient(url.href, (client) => client.query(`create database ${name} template template0`));
  url.pathname = `/${name}`;
  return url.href;
}

/** A folder for the tests of this file, which is deleted after them. */
export function useFolder() {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fournil-operator-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    /** The path of a file in it. */
    file: (name: string) => join(folder, name),
    /** A new folder in it. */
    newFolder: () => mkdtemp(join(folder, 'data-')),
  };
}

/** The number of rows of each table. */
export async function countsOf(url: string): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'liveNotes' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      // Computed from other tables after a restore; the total is the same.
      const what = name === 'machineTotals' ? 'sum(machines)' : 'count(*)';
      counts[name] = (await client.query(`select ${what}::int as n from "${name}"`)).rows[0].n;
    }
    return counts;
  });
}
