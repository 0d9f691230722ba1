import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect } from './protect.ts';

export const machines: Migration = {
  async up(db) {
    await sql`create table machines (
      id uuid primary key, "organisationId" uuid not null references organisations,
      name text not null, description text, "serialNumber" text not null, "pinHash" text not null,
      category text not null, model text, active boolean not null default true, approved boolean not null default false,
      "structureId" uuid references structures, timezone text, "softwareVersion" text, avatar text,
      "pairingOpenUntil" timestamptz, "pairingWrongPins" integer not null default 0, "pairedAt" timestamptz,
      "certificateFingerprint" text, "certificateExpiresAt" timestamptz,
      "desiredVersion" integer not null default 1, settings jsonb,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1,
      unique ("organisationId", "serialNumber")
    )`.execute(db);
    // The list's order and its count are both read from this index alone.
    await sql`create index on machines ("organisationId", name collate natural_order, id)`.execute(db);
    await sql`create index on machines ("structureId")`.execute(db);
    await sql`create index on machines ("serialNumber")`.execute(db);
    // LNK-02: a serial number is paired once over all organisations.
    await sql`create unique index on machines ("serialNumber") where "pairedAt" is not null`.execute(db);
    await protect(db, 'machines', { staff: 'select', link: 'select, update' });

    await sql`create table "machineStates" (
      "machineId" uuid primary key references machines
        on delete cascade, "organisationId" uuid not null references organisations,
      connected boolean not null default false, "connectionSince" timestamptz, "connectedBefore" timestamptz,
        session integer not null default 0,
      occupation text not null default 'off', "occupationSince" timestamptz, mode text,
      "programId" uuid, "programName" text, "programTotalSeconds" double precision, step smallint, "stepCount" smallint,
        "elapsedSeconds" double precision,
      "chamberTemperatureCelsius" double precision, "setTemperatureCelsius" double precision, "doorOpen" boolean,
      "readingAt" timestamptz, "activityAt" timestamptz,
      "openErrorCount" integer not null default 0, "lastErrorCode" text, "lastErrorStart" timestamptz,
        "lastErrorEnd" timestamptz,
      "reportedDesiredVersion" integer not null default 0
    ) with (fillfactor = 70)`.execute(db);
    await sql`create index on "machineStates" ("organisationId") where "openErrorCount" > 0`.execute(db);
    await protect(db, 'machineStates', { staff: 'select', link: 'select, insert, update' });

    await sql`create table installations (
      id uuid primary key, "organisationId" uuid not null references organisations,
      "machineId" uuid not null references machines on delete cascade, "programId" uuid not null references programs
        on delete cascade,
      position integer not null, "requestedAt" timestamptz not null default now(),
      "reportedRevision" integer, "reportedSha256" text, "reportedState" text, "reportedReason" jsonb,
        "reportedAt" timestamptz,
      "overwriteChanged" boolean not null default false,
      unique ("machineId", "programId"),
      unique ("machineId", position) include ("organisationId", "programId") deferrable initially deferred
    )`.execute(db);
    await sql`create index on installations ("programId")`.execute(db);
    await protect(db, 'installations', { link: 'select, update' });

    await sql`create table activities (
      id uuid not null, "machineId" uuid not null references machines on delete cascade, "organisationId" uuid not null,
      "reportId" text not null, type text not null, at timestamptz not null,
      "programId" uuid, "programName" text, "totalSeconds" double precision, mode text,
        "receivedAt" timestamptz not null default now(),
      primary key ("machineId", "reportId")
    )`.execute(db);
    await sql`create index on activities ("machineId", at desc)`.execute(db);
    await protect(db, 'activities', { link: 'select, insert' });

    await sql`create table "machineErrors" (
      id uuid not null, "machineId" uuid not null references machines on delete cascade, "organisationId" uuid not null,
      code text not null, "dateStart" timestamptz not null, "dateEnd" timestamptz,
        "receivedAt" timestamptz not null default now(),
      primary key ("machineId", code, "dateStart")
    )`.execute(db);
    await sql`create index on "machineErrors" ("machineId", "dateStart" desc)`.execute(db);
    await protect(db, 'machineErrors', { link: 'select, insert, update' });

    await sql`create table readings (
      "machineId" uuid not null references machines
        on delete cascade, "organisationId" uuid not null, at timestamptz not null,
      "chamberTemperatureCelsius" real not null, "setTemperatureCelsius" real,
        "energyKilowattHours" double precision not null,
      "doorOpen" boolean not null, step smallint, primary key ("machineId", at)
    )`.execute(db);
    await protect(db, 'readings', { link: 'select, insert' });

    await sql`create table "refusedMessages" (
      "machineId" uuid, topic text not null, reason text not null, count integer not null default 1,
        "lastAt" timestamptz not null default now(),
      unique nulls not distinct ("machineId", topic, reason)
    )`.execute(db);
    await open(db, 'refusedMessages', 'link', 'select, insert, update');
    await open(db, 'refusedMessages', 'staff', 'select');
  },
};
