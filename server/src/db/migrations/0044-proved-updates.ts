import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const changed = ['softwareUpdates', 'rollouts', 'rolloutRings', 'machineUpdates'];

/**
 * SWU-05, SWU-06: the hardware that a file names, whether it was ever offered, who asked for a rollout and who
 * confirmed it, and whether it proved its version.
 */
export const provedUpdates: Migration = {
  async up(db) {
    for (const table of changed) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
    await sql`alter table "softwareUpdates" add column "hardwareBySection" jsonb,
      add column "offeredAt" timestamptz`.execute(db);
    // For a deleted machine it is unknown what it was offered, so every version that had a rollout counts as offered.
    await sql`update "softwareUpdates" set "offeredAt" = "createdAt" where "generalSince" is not null
      or "countDownloaded" > 0
      or exists (select from rollouts where "updateId" = "softwareUpdates".id)
      or exists (select from "machineUpdates" where "updateId" = "softwareUpdates".id)`.execute(db);
    await sql`alter table rollouts add column "askedById" uuid, add column "askedBy" text,
      add column "confirmedById" uuid,
      add column "confirmedBy" text, add column "confirmedAt" timestamptz,
        add column proved boolean not null default false,
      add constraint "rollouts_two_persons" check ("confirmedById" is null or "confirmedById" is distinct
        from "askedById")`.execute(db);
    // An empty ring was done as it opened, and proved nothing.
    await sql`update "rolloutRings" set "doneAt" = null where size = 0`.execute(db);
    await sql`update rollouts set proved = true where state = 'done' and not exists (
      select from "rolloutRings" rings where rings."rolloutId" = rollouts.id and not exists (
        select from "machineUpdates" where "machineUpdates"."rolloutId" = rollouts.id and ring = rings.position
          and state = 'done'))`.execute(db);
    await endOvertaking(db);
    await sql`create unique index rollouts_open on rollouts ("updateId")
      where state in ('unconfirmed', 'running', 'paused')`.execute(db);
    for (const table of changed) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  },
};

/** Of several running rollouts of one version, the first is kept. */
async function endOvertaking(db: Kysely<unknown>): Promise<void> {
  await sql`with open as (
      select id, row_number() over (partition by "updateId" order by "createdAt", id) as place from rollouts
        where state in ('running', 'paused')
    ), ended as (
      update rollouts set state = 'stopped', reason = 'person', "endedAt" = now() from open where open.id = rollouts.id
        and place > 1 returning rollouts.id
    ) update "machineUpdates" set state = case when state = 'waiting' then 'cancelled' else 'cancelling'
      end, "changedAt" = now()
      from ended where ended.id = "rolloutId" and state in ('waiting', 'offered', 'downloading')`.execute(db);
}
