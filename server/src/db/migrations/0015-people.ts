import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** PRO, USR: the fields of a user in the specification. */
export const people: Migration = {
  async up(db) {
    await sql`alter table users
      add column society text, add column description text, add column phone text, add column "mobilePhone" text,
      add column "notificationPrograms" boolean not null default true,
        add column "notificationTags" boolean not null default true,
      add column "notificationStructures" boolean not null default true,
        add column "notificationMachines" boolean not null default true,
      add column "passwordChangeRequired" boolean not null default false,
      add column version integer not null default 1`.execute(db);
  },
};
