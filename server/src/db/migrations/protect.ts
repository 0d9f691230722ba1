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
 * Closes a table that carries `organisationId`: row-level security is on for its owner too; people reach their
 * organisation's rows only; staff and machine link get what is named here, across organisations.
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
  // In a sub-select, so that it is read once per query and an index on the column can be used.
  await sql`create policy organisation on ${name} to ${app}
    using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
  for (const [who, grant] of Object.entries(others)) await open(db, table, who as Role, grant);
}

/** Lets one role at every row of a table, for the named commands; the policy is named `fournil_<role>`. */
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

/** The names of this database's roles, for grants and policies written out. */
export async function rolesOf(db: Kysely<unknown>) {
  const id = async (role: Role) => sql.id(await roleName(db, role));
  return { app: await id('app'), staff: await id('staff'), gate: await id('gate'), link: await id('link') };
}
