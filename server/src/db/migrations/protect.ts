import { type Kysely, sql } from 'kysely';

type Grant = 'all' | 'select' | 'insert' | 'select, insert' | 'select, update' | 'select, insert, update' | 'select, insert, update, delete';

/**
 * Closes a table that carries `organisationId`: row-level security is on for its owner too; people reach their organisation's
 * rows only; staff and machine link get what is named here, across organisations.
 */
export async function protect(db: Kysely<unknown>, table: string, others: { staff?: 'select'; gate?: Grant; link?: Grant } = {}): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`grant select, insert, update, delete on ${name} to fournil_app`.execute(db);
  // In a sub-select, so that it is read once per query and an index on the column can be used.
  await sql`create policy organisation on ${name} to fournil_app
    using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
  for (const [who, grant] of Object.entries(others)) await open(db, table, `fournil_${who}`, grant);
}

/** Lets one role at every row of a table, for the named commands. */
export async function open(db: Kysely<unknown>, table: string, role: string, grant: Grant): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`grant ${sql.raw(grant === 'all' ? 'select, insert, update, delete' : grant)} on ${name} to ${sql.id(role)}`.execute(db);
  await sql`create policy ${sql.id(role)} on ${name} to ${sql.id(role)} using (true) with check (true)`.execute(db);
}
