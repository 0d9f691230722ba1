import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, rolesOf } from './protect.ts';

/** IMG: pictures, the maker's two libraries, and portraits. */
export const images: Migration = {
  async up(db) {
    const { app, gate, staff } = await rolesOf(db);
    // The id is the picture's address: 256 random bits. Without an organisation it belongs to the maker, or to one of
    // the maker's staff.
    await sql`create table pictures (
      id text primary key check (id ~ '^[0-9a-f]{64}$'),
      "organisationId" uuid references organisations, "userId" uuid references users on delete cascade,
      side integer not null, files jsonb not null, "createdAt" timestamptz not null default now()
    )`.execute(db);
    await sql`create index on pictures ("userId")`.execute(db);
    await sql`alter table pictures enable row level security`.execute(db);
    await sql`alter table pictures force row level security`.execute(db);
    await sql`grant select, insert, delete on pictures to ${app}, ${gate}, ${staff}`.execute(db);
    await sql`create policy organisation on pictures to ${app}
      using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
    await sql`create policy maker on pictures to ${staff} using ("organisationId" is null) with check
      ("organisationId" is null)`.execute(db);
    // Everybody with the address may read; the maker's staff change their own picture here.
    await sql`create policy addressed on pictures for select to ${gate} using (true)`.execute(db);
    await sql`create policy own on pictures to ${gate} using ("organisationId" is null) with check
      ("organisationId" is null)`.execute(db);

    await sql`alter table users add column "pictureId" text references pictures on delete set null`.execute(db);

    await sql`create table "programImages" (
      id uuid primary key, name text not null, "pictureId" text not null references pictures,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
    )`.execute(db);
    await sql`create unique index "programImages_name" on "programImages" (lower(name))`.execute(db);
    await open(db, 'programImages', 'app', 'select');
    await open(db, 'programImages', 'staff', 'all');

    await sql`create table "machineImages" (
      "machineCode" text primary key, "machineDescription" text, "pictureId" text not null references pictures,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
    )`.execute(db);
    await open(db, 'machineImages', 'app', 'select');
    await open(db, 'machineImages', 'staff', 'all');

    // The number of programs that show a picture, and of their organisations, without any other data of programs.
    await sql`grant select (avatar, "organisationId") on programs to ${staff}`.execute(db);
    await sql`create policy fournil_staff on programs for select to ${staff} using (true)`.execute(db);
    await sql`create index on programs (avatar) where avatar is not null`.execute(db);
  },
};
