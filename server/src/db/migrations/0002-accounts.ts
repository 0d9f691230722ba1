import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect, rolesOf } from './protect.ts';

export const accounts: Migration = {
  async up(db) {
    const { app } = await rolesOf(db);
    await sql`create table organisations (
      id uuid primary key, name text not null, "assistanceSharing" boolean not null default false,
        "createdAt" timestamptz not null default now()
    )`.execute(db);
    await sql`alter table organisations enable row level security`.execute(db);
    await sql`alter table organisations force row level security`.execute(db);
    await sql`grant select, update on organisations to ${app}`.execute(db);
    await sql`create policy organisation on organisations to ${app}
      using (id = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
    await open(db, 'organisations', 'staff', 'select');
    await open(db, 'organisations', 'gate', 'select, insert');

    await sql`create table users (
      id uuid primary key,
      "organisationId" uuid references organisations,
      kind text not null check (kind in ('superAdmin', 'technician', 'clientAdmin', 'user')),
      email text not null, "emailKey" text not null unique, "passwordHash" text,
      "firstName" text not null, "lastName" text not null,
      "countryCode" text not null default 'EN' check ("countryCode" in ('EN', 'FR')),
      "temperatureUnitPreference" text not null default 'C' check ("temperatureUnitPreference" in ('C', 'F')),
      "displayDatePreference" smallint not null default 1 check ("displayDatePreference" in (0, 1, 2)),
      timezone text,
      active boolean not null default true, "emailVerified" boolean not null default false,
      "googleAuthenticatorConfirmed" boolean not null default false, "remoteParamsEdit" boolean not null default false,
      "notificationProblems" boolean not null default true, "securityCode" text,
      "createdAt" timestamptz not null default now(),
      check (("organisationId" is null) = (kind in ('superAdmin', 'technician')))
    )`.execute(db);
    await sql`create index on users ("organisationId", "lastName" collate natural_order, id)`.execute(db);
    await protect(db, 'users', { staff: 'select', gate: 'all', link: 'select' });

    await sql`create table "userRights" (
      "userId" uuid not null references users
        on delete cascade, "organisationId" uuid not null references organisations,
      "right" text not null, primary key ("userId", "right")
    )`.execute(db);
    await protect(db, 'userRights', { gate: 'select, insert' });

    await sql`create table sessions (
      id uuid primary key, "userId" uuid not null references users on delete cascade,
      "createdAt" timestamptz not null default now(), "expiresAt" timestamptz not null, "endedAt" timestamptz,
      address text, "userAgent" text
    )`.execute(db);
    await sql`create index on sessions ("userId")`.execute(db);
    await open(db, 'sessions', 'gate', 'all');

    await sql`create table attempts (
      key text primary key, failures integer not null, "blockedUntil" timestamptz,
        "updatedAt" timestamptz not null default now()
    )`.execute(db);
    await open(db, 'attempts', 'gate', 'all');
  },
};
