import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../../db/database.ts';
import { tryLockNamed } from '../../db/locks.ts';
import { dropPartitions } from '../../kit/partitions.ts';
import { inChunks } from '../../kit/process/inChunks.ts';
import type { Retention } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';
import { insertEncoded, numberedReadings } from './encodedReadings.ts';

const packedAfterDays = 2;
const rowsPerChunk = 5000;
/** An installation with years of readings continues at the next hour, after the other rules. */
const longestRunMilliseconds = 20 * minuteMilliseconds;

/**
 * SCL-03: readings of whole days that are two days ago become one row per machine and hour, in small transactions, and
 * their partition is dropped; a late reading is added to the row of its hour. Several servers may do it at once: one
 * packs those of an organisation.
 */
export const readingsPacking: Retention = {
  name: 'readings one by one',
  keptFor: '2 to 3 days; then packed by the hour',
  did: 'packed',
  due: async (services) => {
    const { rows } = await services.db.read(gateScope, (trx) =>
      sql<{ count: number }>`select count(*)::int as count from readings where at < ${limitOf(services)}`.execute(trx),
    );
    return rows[0]?.count ?? 0;
  },
  remove: async (services, isStopped = () => false) => {
    if (await isTooEarly(services)) return 0;
    const until = performance.now() + longestRunMilliseconds;
    const isOver = () => isStopped() || performance.now() > until;
    let packed = 0;
    for (const period of await periodsOf(services)) {
      if (isOver()) break;
      for (const organisationId of await organisationsIn(services, period))
        packed += await inChunks({ isOver, full: rowsPerChunk, isResting: true }, () =>
          packSome(services, organisationId, period),
        );
    }
    if (!isOver()) await dropPartitions(services, 'readings', limitOf(services), { ifEmpty: true });
    return packed;
  },
};

/** The start of the day, in UTC, that was two days ago. */
function limitOf(services: Services): Date {
  const at = services.now().getTime() - packedAfterDays * dayMilliseconds;
  return new Date(at - (at % dayMilliseconds));
}

/** From (inclusive) to (exclusive), as texts because an end may be infinite; within one partition. */
export interface Period {
  from: string;
  to: string;
}

/** Before the limit: the periods of the partitions, and the time before them, whose readings came late. */
async function periodsOf(services: Services): Promise<Period[]> {
  const { rows } = await services.db.read(gateScope, (trx) =>
    sql<Period>`with bounds as (
        select begins, least(ends, ${limitOf(services)}::timestamptz) as ends from "partitionBounds"('readings')
        where begins < ${limitOf(services)}
      )
      select '-infinity' as from, least(min(begins), ${limitOf(services)}::timestamptz)::text as to from bounds
        having coalesce(min(begins), ${limitOf(services)}) > '-infinity'
      union all select begins::text, ends::text from bounds`.execute(trx),
  );
  return rows;
}

/** The organisations with readings of a period, found one after the other in the index of the key. */
async function organisationsIn(services: Services, { from, to }: Period): Promise<string[]> {
  const organisationIds: string[] = [];
  for (let last: string | undefined = beforeAllIds; last; ) {
    const after: string = last;
    const { rows } = await services.db.read(gateScope, (trx) =>
      sql<{ id: string }>`select "organisationId" as id from readings where at >= ${from}::timestamptz
        and at < ${to}::timestamptz and "organisationId" > ${after} order by "organisationId" limit 1`.execute(trx),
    );
    last = rows[0]?.id;
    if (last) organisationIds.push(last);
  }
  return organisationIds;
}
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Where no statement may both delete and insert: in a distributed database. The lock keeps others from these rows. */
async function packDistributed(trx: Trx, organisationId: string, { from, to }: Period): Promise<number> {
  const { rows: pickedRows } = await sql<{
    machineId: string;
    at: string;
  }>`select "machineId", at::text as at from readings
    where "organisationId" = ${organisationId} and at >= ${from}::timestamptz and at < ${to}::timestamptz
    order by "machineId", readings.at limit ${sql.lit(rowsPerChunk)}`.execute(trx);
  if (pickedRows.length === 0) return 0;
  const isPicked = sql`readings."organisationId" = ${organisationId} and (readings."machineId", readings.at) in (
    select * from unnest(${pickedRows.map(({ machineId }) => machineId)}::uuid[],
      ${pickedRows.map(({ at }) => at)}::timestamptz[]))
    and readings.at >= ${from}::timestamptz and readings.at < ${to}::timestamptz`;
  await sql`with taken as (select * from readings where ${isPicked}), ${numberedReadings} ${insertEncoded}
    returning hour`.execute(trx);
  await sql`delete from readings where ${isPicked}`.execute(trx);
  return pickedRows.length;
}

/** Packs the first readings of an organisation in this period; returns how many. */
export function packSome(services: Services, organisationId: string, { from, to }: Period): Promise<number> {
  return services.db.as(organisationScope(organisationId), async (trx) => {
    if (!(await tryLockNamed(trx, `packing ${organisationId}`))) return 0;
    if (services.db.isDistributed) return packDistributed(trx, organisationId, { from, to });
    // Where nothing is known yet of many new rows, each of the picked would be compared with all of them.
    await sql`set local enable_nestloop = off`.execute(trx);
    const { rows: totals } = await sql<{ count: number }>`with picked as materialized (
        select "machineId", at from readings
        where "organisationId" = ${organisationId} and at >= ${from}::timestamptz and at < ${to}::timestamptz
        order by "machineId", at limit ${sql.lit(rowsPerChunk)}
      ), taken as (
        delete from readings as reading using picked
        where reading."organisationId" = ${organisationId} and reading."machineId" = picked."machineId"
          and reading.at = picked.at and reading.at >= ${from}::timestamptz and reading.at < ${to}::timestamptz
        returning reading.*
      ), ${numberedReadings}, encoded as (${insertEncoded})
      select count(*)::int as count from taken`.execute(trx);
    return totals[0]?.count ?? 0;
  });
}

/** A former version that still runs would not find packed readings. */
function isTooEarly(services: Services): Promise<boolean> {
  return isTrue(services, sql`"readingsPackedFrom"() > ${services.now()}`);
}

async function isTrue(services: Services, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await services.db.read(gateScope, (trx) =>
    sql<{ is: boolean }>`select ${condition} as is`.execute(trx),
  );
  return rows[0]?.is ?? false;
}
