import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect, rolesOf } from './protect.ts';

/**
 * AUD-01: the history becomes the one record of actions and refusals, for the maker too (`organisationId` null). No
 * row is changed or deleted, whatever happens to its subject; a trigger enforces this for the owner of the tables as
 * well. Two exceptions: rows older than a year may be deleted by the retention rule, and forgetting a person removes
 * names, address, browser and values from a row. Events not yet mailed are in a table of their own, because that state
 * changes.
 */
export const audit: Migration = {
  async up(db) {
    const { app, staff, gate, link } = await rolesOf(db);
    await sql`drop policy untold on "historyEvents"`.execute(db);
    await sql`create table "untoldEvents" (
      "eventId" uuid primary key, "organisationId" uuid not null references organisations, at timestamptz not null
    )`.execute(db);
    await sql`create index on "untoldEvents" ("organisationId", at)`.execute(db);
    await sql`alter table "historyEvents" no force row level security`.execute(db);
    await sql`insert into "untoldEvents" select id, "organisationId", at from "historyEvents"
      where "toldAt" is null`.execute(db);
    await sql`alter table "historyEvents" drop column "toldAt"`.execute(db);
    await protect(db, 'untoldEvents', { gate: 'select', link: 'insert' });

    await sql`alter table "historyEvents" drop constraint "historyEvents_organisationId_fkey",
      alter column "organisationId" drop not null,
      add column "actorKind" text not null default 'person', add column changes jsonb not null default '[]',
        add column refusal jsonb,
      add column "placeId" uuid, add column "placeName" text, add column address text,
        add column "userAgent" text`.execute(db);
    await sql`update "historyEvents" set "actorKind" = 'machine' where "actorId" is null`.execute(db);
    await sql`alter table "historyEvents" force row level security`.execute(db);

    await sql`revoke update, delete on "historyEvents" from ${app}`.execute(db);
    await sql`grant insert on "historyEvents" to ${staff}`.execute(db);
    await sql`drop policy connections on "historyEvents"`.execute(db);
    await sql`create policy everything on "historyEvents" to ${staff} using (true) with check (true)`.execute(db);
    await sql`grant select, delete, update ("originName", "targetName", "actorName", "masterName", changes, address,
      "userAgent")
      on "historyEvents" to ${gate}`.execute(db);
    await sql`create policy keeping on "historyEvents" to ${gate} using (true)`.execute(db);
    await sql`grant select ("organisationId", id) on "historyEvents" to ${link}`.execute(db);

    // A person who is forgotten is removed as the author, too.
    for (const table of ['programs', 'programRevisions']) {
      await sql`grant select ("createdById"), update ("createdByName") on ${sql.table(table)} to ${gate}`.execute(db);
      await sql`create policy forgetting on ${sql.table(table)} to ${gate} using (true)`.execute(db);
    }

    await keepTheRecord(db);

    for (const columns of [
      ['organisationId', 'at', 'id'],
      ['organisationId', 'type', 'at', 'id'],
      ['placeId', 'at', 'id'],
    ]) {
      const by = sql.join(
        columns.map((column) => (column === 'at' || column === 'id' ? sql`${sql.id(column)} desc` : sql.id(column))),
      );
      await sql`create index ${sql.id(`historyEvents_${columns[0]}_${columns.length}_newest`)}
        on "historyEvents" (${by})`.execute(db);
    }
    // The master of a session, and the numbers of forgotten people.
    await sql`create index "historyEvents_masterId" on "historyEvents" ("masterId")
      where "masterId" is not null`.execute(db);
    await sql`create index "historyEvents_forgotten" on "historyEvents" ((substring("originName" from 2)::bigint))
      where type = 'forgetting'`.execute(db);
    await sql`create index "historyEvents_newest" on "historyEvents" (at desc, id desc)`.execute(db);
  },
};

async function keepTheRecord(db: Parameters<Migration['up']>[0]): Promise<void> {
  await sql`create function "keepHistory"() returns trigger language plpgsql as $$
    begin
      if tg_op = 'TRUNCATE' then raise exception 'The history is never emptied.'; end if;
      if tg_op = 'DELETE' then
        if old.at < now() - interval '365 days' then return old; end if;
        raise exception 'An event of the history is kept for a year at least.';
      end if;
      if (new.address is not distinct from old.address or new.address is null)
        and (new."userAgent" is not distinct from old."userAgent" or new."userAgent" is null)
        and (new.changes = old.changes or new.changes = '[]')
        and (new."actorName" = old."actorName" or new."actorName" ~ '^#[0-9]+$')
        and (new."originName" = old."originName" or (old.entity = 'user' and new."originName" ~ '^#[0-9]+$'))
        and (new."targetName" is not distinct from old."targetName" or (old."targetEntity" = 'user'
          and new."targetName" ~ '^#[0-9]+$'))
        and (new."masterName" is not distinct from old."masterName" or new."masterName" ~ '^#[0-9]+$')
        and (to_jsonb(new) - array['address', 'userAgent', 'changes', 'actorName', 'originName', 'targetName',
          'masterName'])
          = (to_jsonb(old) - array['address', 'userAgent', 'changes', 'actorName', 'originName', 'targetName',
            'masterName'])
      then return new; end if;
      raise exception 'An event of the history is never changed.';
    end $$`.execute(db);
  await sql`create trigger "keepHistory" before update or delete
    on "historyEvents" for each row execute function "keepHistory"()`.execute(db);
  await sql`create trigger "keepAllHistory" before truncate
    on "historyEvents" for each statement execute function "keepHistory"()`.execute(db);
}
