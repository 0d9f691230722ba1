import { type Kysely, sql } from 'kysely';
import { type Role, roleName } from '../roles.ts';

type Grant =
  | 'all'
  | 'select'
  | 'insert'
  | 'select, insert'
  | 'select, update'
  | 'select, insert, update'
  | 'select, insert, update, delete';

/**
 * Protects a table with `organisationId`: row-level security applies to its owner too; people see their organisation's
 * rows only; the logins of staff and machine link get the commands named here, across organisations.
 */
export async function protect(
  db: Kysely<unknown>,
  table: string,
  others: { staff?: 'select'; gate?: Grant; link?: Grant } = {},
): Promise<void> {
  const name = sql.table(table);
  const app = sql.id(await roleName(db, 'app'));
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`grant select, insert, update, delete on ${name} to ${app}`.execute(db);
  // In a sub-select, so that it is evaluated once per query and an index on the column can be used.
  await sql`create policy organisation on ${name} to ${app}
    using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
  for (const [who, grant] of Object.entries(others)) await open(db, table, who as Role, grant);
}

/** Allows one role the named commands on every row of a table; the policy is named `fournil_<role>`. */
export async function open(db: Kysely<unknown>, table: string, role: Role, grant: Grant): Promise<void> {
  const name = sql.table(table);
  const to = sql.id(await roleName(db, role));
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`grant ${sql.raw(grant === 'all' ? 'select, insert, update, delete' : grant)} on ${name} to ${to}`.execute(
    db,
  );
  await sql`create policy ${sql.id(`fournil_${role}`)} on ${name} to ${to} using (true) with check (true)`.execute(db);
}

/** The names of this database's roles, for explicit grants and policies. */
export async function rolesOf(db: Kysely<unknown>) {
  const id = async (role: Role) => sql.id(await roleName(db, role));
  return { app: await id('app'), staff: await id('staff'), gate: await id('gate'), link: await id('link') };
}
