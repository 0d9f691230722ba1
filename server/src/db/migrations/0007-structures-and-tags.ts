import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const structuresAndTags: Migration = {
  async up(db) {
    await sql`alter table structures add column "userInChargeId" uuid references users on delete set null`.execute(db);
    await sql`create index on structures ("userInChargeId") where "userInChargeId" is not null`.execute(db);

    await sql`create table "tagUsers" (
      "tagId" uuid not null references tags on delete cascade, "userId" uuid not null references users
        on delete cascade,
      "organisationId" uuid not null references organisations, primary key ("tagId", "userId")
    )`.execute(db);
    await sql`create index on "tagUsers" ("userId")`.execute(db);
    await protect(db, 'tagUsers');
  },
};
