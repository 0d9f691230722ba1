import { createHash, createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * SEC-05: the roles of database access. Each is a PostgreSQL role of this database alone with a login of its own, so
 * that no connection can become another: `app` one organisation, `staff` numbers across, `gate` sign-in, `link`
 * machines' reports, `jobs` the queue, `nobody` checks that the database answers, and live notices (ids of changes).
 */
export const logins = ['nobody', 'app', 'staff', 'gate', 'link', 'jobs'] as const;
export type Login = (typeof logins)[number];
/** Backups read as `keeper`, which only the owner may become. */
export type Role = Login | 'keeper';

/** The prefix of this database's roles; two installations on one cluster have different ones. */
export function prefixOf(database: string): string {
  // PostgreSQL reserves names that begin with pg_, and truncates long ones.
  return /^(?!pg)[a-z][a-z0-9_]{0,40}$/.test(database)
    ? database
    : `fournil_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;
}

/** A statement that finds the prefix in this database, from the roles that may use its tables' schema. */
export const prefixQuery = `select regexp_replace(rolname, '_nobody$', '') as prefix
  from pg_namespace, aclexplode(nspacl) as granted join pg_roles on pg_roles.oid = granted.grantee
  where nspname = 'public' and rolname like '%\\_nobody' order by rolname = 'fournil_nobody' limit 1`;

/** The name of a role of this database. */
export async function roleName(db: Kysely<unknown>, role: Role): Promise<string> {
  const { rows } = await sql<{ prefix: string }>`${sql.raw(prefixQuery)}`.execute(db);
  const [found] = rows;
  if (found) return `${found.prefix}_${role}`;
  const { rows: current } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return `${prefixOf(current[0]?.name ?? '')}_${role}`;
}

/** The password of a login: derived from the master key, and stored nowhere. */
export function passwordOf(masterKey: Buffer, role: string): string {
  return createHmac('sha256', masterKey).update(`database login ${role}`).digest('base64url');
}
