import { type RawBuilder, sql } from 'kysely';
import { gateScope } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import type { Retention } from '../../kit/retention.ts';

const rowsPerChunk = 5000;
const dayMilliseconds = 86_400_000;

/** Of each machine the newest of these rows stays, because it says what was there at the beginning of what is kept. */
const isReplaced = (before: Date) => sql`contents.at < ${before} and exists (
  select from "machineContents" later where later."organisationId" = contents."organisationId"
    and later."machineId" = contents."machineId" and later.at > contents.at and later.at <= ${before})`;

const isUnused = (before: Date) => sql`list."createdAt" < ${before} and not exists (
  select from "machineContents" contents where contents."organisationId" = list."organisationId"
    and contents."listSha256" = list.sha256)`;

/** MNU-04: what machines held is kept as long as the log of what they did. */
export const contentsRetention: Retention = {
  name: 'contents of machines',
  keptFor: 'ACTIVITIES_KEPT_DAYS, for ever without it',
  due: async (house) => {
    const before = keptSince(house);
    if (before === null) return 0;
    return house.db.read(gateScope, async (trx) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from "machineContents" contents
        where ${isReplaced(before)}`.execute(trx);
      return rows[0]?.count ?? 0;
    });
  },
  remove: async (house, isStopped = () => false) => {
    const before = keptSince(house);
    if (before === null) return 0;
    const removed = await inChunks(
      house,
      isStopped,
      (limit) => sql`delete from "machineContents"
      where ("organisationId", "machineId", at) in (select "organisationId", "machineId", at
        from "machineContents" contents where ${isReplaced(before)} limit ${limit})`,
    );
    await inChunks(
      house,
      isStopped,
      (limit) => sql`delete from "heldLists" where ("organisationId", sha256) in (
      select "organisationId", sha256 from "heldLists" list where ${isUnused(before)} limit ${limit})`,
    );
    return removed;
  },
};

function keptSince(house: House): Date | null {
  const days = house.config.reportsKeptDays.activities;
  return days === undefined ? null : new Date(house.now().getTime() - days * dayMilliseconds);
}

async function inChunks(
  house: House,
  isStopped: () => boolean,
  work: (limit: number) => RawBuilder<unknown>,
): Promise<number> {
  let removed = 0;
  for (let some = rowsPerChunk; some === rowsPerChunk && !isStopped(); removed += some)
    some = await house.db.as(gateScope, async (trx) => {
      const { numAffectedRows } = await work(rowsPerChunk).execute(trx);
      return Number(numAffectedRows ?? 0n);
    });
  return removed;
}
