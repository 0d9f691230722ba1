import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Role, roleName } from '../roles.ts';
import { rolesOf } from './protect.ts';

/** The columns for sign-in only, which no other login can read. */
const secretsOfUsers = ['passwordHash', 'formerPasswordHash', 'twoStepSecret', 'twoStepLastStep', 'twoStepSince'];

/** SEC-05: each login reads and writes only the columns that it needs. */
export const narrowGrants: Migration = {
  async up(db) {
    const { app, gate, link } = await rolesOf(db);
    await sql`drop policy fournil_link on users`.execute(db);
    await sql`revoke all on users from ${link}`.execute(db);
    await allBut(db, 'users', 'staff', 'select', [...secretsOfUsers, 'securityCode']);
    await allBut(db, 'users', 'app', 'select', secretsOfUsers);
    await allBut(db, 'users', 'app', 'update', [
      ...secretsOfUsers,
      'id',
      'organisationId',
      'kind',
      'googleAuthenticatorConfirmed',
    ]);
    await allBut(db, 'machines', 'staff', 'select', [
      'pinHash',
      'pairingPinHash',
      'certificateFingerprint',
      'formerFingerprint',
    ]);

    // USR-08: disabling or changing a person ends their sessions and links.
    await sql`grant select (id, "userId", "masterId", "endedAt"), update ("endedAt") on sessions to ${app}`.execute(db);
    await sql`create policy organisation on sessions to ${app} using ("userId" in (select id from users))`.execute(db);
    // USR-04: creating a client writes the first event of their history.
    await sql`grant insert on "historyEvents" to ${gate}`.execute(db);
    await sql`create policy beginnings on "historyEvents" for insert to ${gate} with check (true)`.execute(db);
    // USR-10: deleting an organisation releases its machines in the same transaction, and touches no other machine.
    await sql`grant select (id, "organisationId"), update ("pairedAt", "certificateFingerprint", "formerFingerprint",
      "pairingOpenUntil", active)
      on machines to ${gate}`.execute(db);
    await sql`create policy ending on machines to ${gate}
      using ("organisationId" in (select id from organisations where "deletedAt" is not null))`.execute(db);
  },
};

/** A grant for each column except these. Columns added later are granted by the migration that adds them. */
async function allBut(
  db: Kysely<unknown>,
  table: string,
  role: Role,
  privilege: 'select' | 'update',
  secrets: readonly string[],
): Promise<void> {
  const name = sql.table(table);
  const to = sql.id(await roleName(db, role));
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = ${sql.lit(`"${table}"`)}::regclass and attnum > 0 and not attisdropped`.execute(db);
  const columns = rows.map((row) => row.name).filter((column) => !secrets.includes(column));
  await sql`revoke ${sql.raw(privilege)} on ${name} from ${to}`.execute(db);
  await sql`grant ${sql.raw(privilege)} (${sql.join(columns.map((column) => sql.id(column)))})
    on ${name} to ${to}`.execute(db);
}
