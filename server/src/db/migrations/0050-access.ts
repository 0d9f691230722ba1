import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/**
 * AUD-02: the time of a person's last sign-in, kept when the sessions are deleted, and the end of an account. The
 * access review reads who has a passkey.
 */
export const access: Migration = {
  async up(db) {
    const { app, staff } = await rolesOf(db);
    await sql`alter table users add column "lastSignInAt" timestamptz, add column "endsAt" timestamptz,
      add column "endToldAt" timestamptz`.execute(db);
    const read = ['users', 'sessions', 'historyEvents'] as const;
    for (const table of read) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
    await sql`update users set "lastSignInAt" = greatest(
      (select max("createdAt") from sessions where "userId" = users.id and "masterId" is null
        and not "secondStepPending"),
      (select max(at) from "historyEvents" where "actorId" = users.id and type = 'signIn'))`.execute(db);
    for (const table of read) await sql`alter table ${sql.table(table)} force row level security`.execute(db);

    await sql`grant select ("lastSignInAt", "endsAt", "endToldAt"), update ("endsAt", "endToldAt")
      on users to ${app}`.execute(db);
    await sql`grant select ("lastSignInAt", "endsAt", "endToldAt") on users to ${staff}`.execute(db);
    await sql`create index "users_ending" on users ("endsAt") where "endsAt" is not null`.execute(db);

    await sql`grant select ("userId") on passkeys to ${app}`.execute(db);
    await sql`create policy organisation on passkeys for select to ${app} using ("userId" in (select id
      from users))`.execute(db);
  },
};
