import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open } from './protect.ts';

/** TFA, passkeys, a person's sessions, change of the address, and changes not yet mailed. */
export const twoStep: Migration = {
  async up(db) {
    await sql`alter table users add column "twoStepSecret" text, add column "twoStepLastStep" bigint`.execute(db);
    await sql`create table "recoveryCodes" (
      "userId" uuid not null references users on delete cascade, hash text not null, primary key ("userId", hash)
    )`.execute(db);
    await open(db, 'recoveryCodes', 'gate', 'all');
    await sql`create table passkeys (
      id text primary key, "userId" uuid not null references users
        on delete cascade, "publicKey" text not null, counter bigint not null,
      transports text[] not null, name text not null, "createdAt" timestamptz not null default now(),
        "lastUsedAt" timestamptz
    )`.execute(db);
    await sql`create index on passkeys ("userId")`.execute(db);
    await open(db, 'passkeys', 'gate', 'all');
    await sql`create table "passkeyChallenges" (
      challenge text primary key, "userId" uuid references users on delete cascade, "expiresAt" timestamptz not null
    )`.execute(db);
    await sql`create index on "passkeyChallenges" ("expiresAt")`.execute(db);
    await open(db, 'passkeyChallenges', 'gate', 'all');
    await sql`alter table sessions add column "secondStepPending" boolean not null default false,
      add column "lastUsedAt" timestamptz`.execute(db);
    await sql`alter table "accountTokens" add column email text`.execute(db);

    // Mails about changes are sent only to people who have switched them on.
    for (const what of ['Programs', 'Tags', 'Structures', 'Machines']) {
      await sql`alter table users alter column ${sql.id(`notification${what}`)} set default false`.execute(db);
      await sql`update users set ${sql.id(`notification${what}`)} = false`.execute(db);
    }
    await sql`alter table "historyEvents" add column "toldAt" timestamptz`.execute(db);
    await sql`update "historyEvents" set "toldAt" = now()`.execute(db);
    await sql`create index on "historyEvents" ("organisationId") where "toldAt" is null`.execute(db);
  },
};
