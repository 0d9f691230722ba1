import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartRefused } from '../config.ts';
import { migrations } from './migrations/index.ts';

/** Brings the database at `url` to this version's tables, as its owner. Safe to run by several servers at once. */
export async function migrate(url: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } catch (error) {
    throw new StartRefused(`The database could not be brought up to date: ${(error as Error).message}`);
  } finally {
    await db.destroy();
  }
}
