import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartRefused } from '../base/config.ts';
import { migrations } from './migrations/index.ts';
import { openPool } from './openPool.ts';
import { indexPartitions } from './partitions/indexPartitions.ts';
import { patiently, preparePartitions } from './partitions/prepare.ts';
import { roleName } from './roles.ts';
import { withClient } from './withClient.ts';

/** Migrates the database at `url` to this version's tables, as its owner. Safe to run by several servers at once. */
export function migrate(url: string): Promise<void> {
  return migrateTo(url, null);
}

/** The same up to one migration, to restore a backup of an older version; null is all of them. */
export async function migrateTo(url: string, last: string | null): Promise<void> {
  await checkVersion(url);
  if (last === null || last >= '0060') await saying(() => preparePartitions(url));
  await asOwner(url, async (db) => {
    if (last === null && (await isOfNextVersion(db))) return;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    // Locks are requested for a short time only; everything is undone when one is not given.
    await patiently(async () => {
      const { error } = await (last === null ? migrator.migrateToLatest() : migrator.migrateTo(last));
      if (error) throw error;
    });
    await admitKeeper(db);
  });
  await indexPartitions(url);
}

/**
 * SCL-02: whether a later version has migrated this database already. Its tables still serve this one, because a
 * version only adds to what the one before it needs; so this one can start beside it, or instead of it.
 */
async function isOfNextVersion(db: Kysely<unknown>): Promise<boolean> {
  const { rows: tables } = await sql`select from pg_tables where schemaname = 'public'
    and tablename = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  const own = Object.keys(migrations);
  return own.every((name) => executed.has(name)) && executed.size > own.length;
}

/** Before a backup: works with older tables too, without changing them. */
export function admitKeeperAt(url: string): Promise<void> {
  return asOwner(url, admitKeeper);
}

/**
 * The login for backup and verification reads every row, and writes none; no other login does, not even the owner.
 * Every table gets this policy, those of later migrations too.
 */
async function admitKeeper(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fournil keeper', 0))`.execute(trx);
    const keeper = await roleName(trx, 'keeper');
    await sql`do $$
      declare one name;
      begin
        if not exists (select from pg_roles where rolname = ${sql.lit(keeper)})
        then create role ${sql.id(keeper)} nologin; end if;
        if not pg_has_role(current_user, ${sql.lit(keeper)}, 'usage')
        then grant ${sql.id(keeper)} to current_user; end if;
        grant usage on schema public to ${sql.id(keeper)};
        for one in
          select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and relrowsecurity
            -- Of the partitions the default one only, to be counted; the others are read through their table.
            and (not relispartition or pg_get_expr(relpartbound, oid) = 'DEFAULT')
            and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'keeper'
              and (select oid from pg_roles where rolname = ${sql.lit(keeper)}) = any(polroles))
        loop
          execute format('grant select on %I to ${sql.id(keeper)}', one);
          execute format('drop policy if exists keeper on %I', one);
          execute format('create policy keeper on %I for select to ${sql.id(keeper)} using (true)', one);
        end loop;
      end $$`.execute(trx);
  });
}

const oldestMajor = 15;

async function checkVersion(url: string): Promise<void> {
  const asked = withClient(url, (client) =>
    client.query<{ version: string }>(`select current_setting('server_version_num') as version`),
  );
  const { rows } = await asked.catch((error: Error & { code?: string }) => {
    throw new StartRefused(
      `The database could not be brought up to date, it does not answer: ${error.message || error.code}. Check DATABASE_URL.`,
    );
  });
  refuseOldVersion(Number(rows[0]?.version));
}

/** RUN-03. `version` in PostgreSQL's numeric form: 150004 is 15.4. */
export function refuseOldVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor)
    throw new StartRefused(
      `The database of DATABASE_URL is PostgreSQL ${major}: Fournil needs ${oldestMajor} or later.`,
    );
}

async function asOwner(url: string, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: url, max: 2 }) }),
  });
  try {
    await saying(() => work(db));
  } finally {
    await db.destroy();
  }
}

async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new StartRefused(`The database could not be brought up to date: ${(error as Error).message}`);
  }
}
