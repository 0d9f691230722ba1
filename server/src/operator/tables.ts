import pg from 'pg';
import { prefixQuery } from '../db/roles.ts';

/** Tables with row-level security are read as the keeper, who sees every row; the others as the owner. */
export async function become(client: pg.Client, table: Pick<Table, 'isGuarded'>): Promise<void> {
  if (!table.isGuarded) return void (await client.query('reset role'));
  await client.query(`select set_config('role', prefix || '_keeper', true) from (${prefixQuery}) as found`);
}

export interface Table {
  name: string;
  columns: string[];
  isGuarded: boolean;
}

/** Kysely's own tables. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock'];

/** Computed by triggers from other tables, so a backup omits them. */
export const derived = ['machineTotals'];
/** What only concerns browsers that are connected now. */
export const passing = ['liveNotes'];

/** Every table of the product, with its columns that are not generated. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, relrowsecurity as "isGuarded",
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not relname = any($1)
       order by relname`,
    [ofMigrations],
  );
  return rows;
}

export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') limit 1`,
  );
  return rows.length === 0;
}

export interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
       order by 2, 1`,
  );
  return rows;
}

/** Runs a part of a transaction as the login that may see these rows. */
export async function asKeeper<Result>(
  client: pg.Client,
  table: Pick<Table, 'isGuarded'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await become(client, table);
  try {
    return await work();
  } finally {
    await client.query('reset role').catch(() => undefined); // The transaction has ended, and the role with it.
  }
}

export function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
