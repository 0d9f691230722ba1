import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { dropPartitions } from '../../kit/partitions.ts';
import type { Retention } from '../../kit/retention.ts';
import { encodedReadings } from './encodedReadings.ts';

const hourMilliseconds = 3_600_000;
const packedAfterDays = 2;
const rowsPerChunk = 5000;
/** An installation with years of readings continues at the next hour, after the other rules. */
const longestRunMilliseconds = 20 * 60_000;
/** Empty partitions of readings are dropped a day after their rows are packed. */
const droppedAfterDays = 3;

/**
 * SCL-03: readings older than two days become one row per machine and hour, in small transactions; a late reading is
 * added to the row of its hour. Several servers may do it at once: one packs those of an organisation.
 */
export const readingsPacking: Retention = {
  name: 'readings one by one',
  keptFor: '2 days; then packed by the hour',
  due: (house) => sumOverOrganisations(house, (trx) => countBefore(trx, before(house, packedAfterDays))),
  remove: async (house, isStopped = () => false) => {
    const until = performance.now() + longestRunMilliseconds;
    let packed = 0;
    if (await isTooEarly(house)) return 0;
    for (const organisationId of await organisationsOf(house)) {
      for (let some = rowsPerChunk; some === rowsPerChunk; packed += some) {
        if (isStopped() || performance.now() > until) return packed;
        const from = performance.now();
        some = await packSome(house, organisationId, before(house, packedAfterDays));
        // As long as it took, so that it never takes more than half of one of the database's cores.
        if (some > 0) await pause(Math.min(1000, performance.now() - from));
      }
    }
    await dropEmpty(house);
    return packed;
  },
};

/** The start of the hour, so many days ago. */
function before(house: House, days: number): Date {
  const at = house.now().getTime() - days * 24 * hourMilliseconds;
  return new Date(at - (at % hourMilliseconds));
}

/** Packs the first readings of an organisation that are older than `limit`; returns how many. */
export function packSome(house: House, organisationId: string, limit: Date): Promise<number> {
  return house.db.as(organisationScope(organisationId), async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`packing ${organisationId}`}, 0)) as "isMine"`.execute(trx);
    if (!rows[0]?.isMine) return 0;
    const { rows: counted } = await sql<{ count: number }>`with picked as materialized (
        select "machineId", at from readings where at < ${limit} order by "machineId", at limit ${rowsPerChunk}
      ), taken as (
        delete from readings as reading using picked
        where reading."machineId" = picked."machineId" and reading.at = picked.at and reading.at < ${limit}
        returning reading.*
      ), ${encodedReadings}
      select count(*)::int as count from taken`.execute(trx);
    return counted[0]?.count ?? 0;
  });
}

async function countBefore(trx: Trx, limit: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from readings where at < ${limit}`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function sumOverOrganisations(house: House, count: (trx: Trx) => Promise<number>): Promise<number> {
  let total = 0;
  for (const organisationId of await organisationsOf(house))
    total += await house.db.read(organisationScope(organisationId), count);
  return total;
}

/** A former version that still runs would not find packed readings. */
async function isTooEarly(house: House): Promise<boolean> {
  return isTrue(house, sql`"readingsPackedFrom"() > ${house.now()}`);
}

/** The partitions whose readings are all packed. */
async function dropEmpty(house: House): Promise<void> {
  const limit = before(house, droppedAfterDays);
  if (!(await isTrue(house, sql`exists (select from readings where at < ${limit})`)))
    await dropPartitions(house, 'readings', limit, { ifEmpty: true });
}

async function isTrue(house: House, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await house.db.read(gateScope, (trx) =>
    sql<{ is: boolean }>`select ${condition} as is`.execute(trx),
  );
  return rows[0]?.is ?? false;
}

async function organisationsOf(house: House): Promise<string[]> {
  const rows = await house.db.read(gateScope, (trx) => trx.selectFrom('organisations').select('id').execute());
  return rows.map(({ id }) => id);
}
