import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { type RawBuilder, sql } from 'kysely';
import { gateScope } from '../../db/database.ts';
import { inChunks } from '../../kit/process/inChunks.ts';
import type { Retention } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';

const rowsPerChunk = 5000;

/** Of each machine the newest of these rows stays, because it says what was there at the beginning of what is kept. */
const isReplaced = (before: Date) => sql`one.at < ${before} and exists (
  select from "machineContents" later where later."organisationId" = one."organisationId"
    and later."machineId" = one."machineId" and later.at > one.at and later.at <= ${before})`;

const isForgotten = (before: Date) => sql`one."createdAt" < ${before} and not exists (
  select from installations where installations."organisationId" = one."organisationId"
    and installations."reportedState" = 'changed' and installations."reportedSha256" = one.sha256)`;

const isUnused = (before: Date) => sql`one."createdAt" < ${before} and not exists (
  select from "machineContents" contents where contents."organisationId" = one."organisationId"
    and contents."listSha256" = one.sha256)`;

/** MNU-04: what machines held is kept as long as the log of what they did, and so are bodies changed there (MNU-02). */
export const contentsRetention: Retention = {
  name: 'contents of machines',
  keptFor: 'ACTIVITIES_KEPT_DAYS, for ever without it',
  due: async (services) => {
    const before = keptSince(services);
    if (before === null) return 0;
    return services.db.read(gateScope, async (trx) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from "machineContents" one
        where ${isReplaced(before)}`.execute(trx);
      return rows[0]?.count ?? 0;
    });
  },
  remove: async (services, isStopped = () => false) => {
    const before = keptSince(services);
    if (before === null) return 0;
    const removed = await drop(services, isStopped, 'machineContents', ['machineId', 'at'], isReplaced(before));
    await drop(services, isStopped, 'heldLists', ['sha256'], isUnused(before));
    await drop(services, isStopped, 'changedBodies', ['sha256'], isForgotten(before));
    return removed;
  },
};

function keptSince(services: Services): Date | null {
  const days = services.config.reportsKeptDays.activities;
  return days === undefined ? null : new Date(services.now().getTime() - days * dayMilliseconds);
}

/** Deletes the rows of `one` for which this is true, in chunks; returns how many. */
async function drop(
  services: Services,
  isStopped: () => boolean,
  table: 'machineContents' | 'heldLists' | 'changedBodies',
  key: readonly string[],
  isDue: RawBuilder<unknown>,
): Promise<number> {
  const columns = ['organisationId', ...key].map((name) => sql.id(name));
  const isSame = columns.map((column) => sql`kept.${column} = old.${column}`);
  return inChunks({ isOver: isStopped, full: rowsPerChunk }, () =>
    services.db.as(gateScope, async (trx) => {
      const { numAffectedRows } = await sql`with old as materialized (
          select ${sql.join(columns)} from ${sql.table(table)} as one where ${isDue} limit ${rowsPerChunk})
        delete from ${sql.table(table)} kept using old where ${sql.join(isSame, sql` and `)}`.execute(trx);
      return Number(numAffectedRows ?? 0n);
    }),
  );
}
