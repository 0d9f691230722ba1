import { entitiesWith } from '@fournil/contract/entities';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../db/database.ts';
import { deleteReports, reportTables } from '../kit/deleteReports.ts';
import { inChunks } from '../kit/process/inChunks.ts';
import type { Retention } from '../kit/retention.ts';
import type { Services } from '../kit/services.ts';
import { tableOf } from '../rights/index.ts';
import { withBin } from './withBin.ts';

const rowsPerChunk = 1000;

/** In an order that foreign keys allow; the reports of a machine are deleted before it, in chunks. */
const things = entitiesWith('restorable').map(tableOf);

/** AUD-03: after 30 days, deleted records are removed from the database. */
export const recycleBinRetention: Retention = {
  name: 'records in the recycle bin',
  keptFor: `${recycleBinLimits.days} days`,
  due: (services) =>
    services.db.read(gateScope, async (trx) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from "recycleBin" where "deletedAt" < ${before(services)}`.execute(trx);
      return rows[0]?.count ?? 0;
    }),
  remove: async (services, isStopped = () => false) => {
    const organisations = await services.db.read(gateScope, (trx) =>
      trx
        .selectFrom('recycleBin')
        .select('organisationId')
        .distinct()
        .where('deletedAt', '<', before(services))
        .execute(),
    );
    let removed = 0;
    for (const { organisationId } of organisations)
      await inChunks({ isOver: isStopped }, async () => {
        const { rows, entries } = await services.db.as(organisationScope(organisationId), (trx) =>
          withBin(trx, () => dropChunk(trx, organisationId, before(services))),
        );
        removed += entries;
        return rows;
      });
    return removed;
  },
};

const before = (services: Services) => new Date(services.now().getTime() - recycleBinLimits.days * dayMilliseconds);

/** Deletes the first rows that are due, and the entries when no rows are left. */
async function dropChunk(trx: Trx, organisationId: string, due: Date): Promise<{ rows: number; entries: number }> {
  const isDue = sql`"organisationId" = ${organisationId} and "deletedAt" < ${due}`;
  for (const table of reportTables) {
    const rows = await deleteReports(trx, table, sql`select id from machines where ${isDue}`);
    if (rows > 0) return { rows, entries: 0 };
  }
  // A machine that was deleted before its structure still references it.
  for (const [table, column] of [
    ['machines', 'structureId'],
    ['structures', 'parentId'],
  ] as const) {
    const place = sql.id(column);
    await sql`update ${sql.table(table)} set ${place} = null where ${place} in (select id from structures
      where ${isDue})`.execute(trx);
  }
  for (const table of things) {
    const rows = await drop(trx, table, sql`select ctid from ${sql.table(table)} where ${isDue} limit ${rowsPerChunk}`);
    if (rows > 0) return { rows, entries: 0 };
  }
  return { rows: 0, entries: await drop(trx, 'recycleBin', sql`select ctid from "recycleBin" where ${isDue}`) };
}

async function drop(trx: Trx, table: string, places: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(${places}))`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}
