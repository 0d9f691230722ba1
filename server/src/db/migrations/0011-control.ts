import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/** Sign in as another user (IMP): who accepts it, and the master of a session. */
export const control: Migration = {
  async up(db) {
    const { staff } = await rolesOf(db);
    await sql`alter table users add column "isEuroFourControl" boolean not null default false`.execute(db);
    await sql`alter table sessions add column "masterId" uuid references users on delete cascade,
      add column "masterSessionId" uuid references sessions on delete cascade`.execute(db);
    await sql`alter table "bulkRuns" add column "masterId" uuid, add column "masterName" text`.execute(db);
    await sql`create index on sessions ("masterSessionId") where "masterSessionId" is not null`.execute(db);
    // The maker reads who signed in as whom, and nothing else of an organisation's history.
    await sql`grant select on "historyEvents" to ${staff}`.execute(db);
    await sql`create policy connections on "historyEvents" for
      select to ${staff} using (type = 'connectionAs')`.execute(db);
    await sql`create index on "historyEvents" (at desc) where type = 'connectionAs'`.execute(db);
  },
};
