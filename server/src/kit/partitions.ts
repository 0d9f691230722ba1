import { setTimeout as pause } from 'node:timers/promises';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { type PartitionedTable, partitionedTables } from '../db/partitions/tables.ts';
import type { Services } from './services.ts';

const lockTries = 8;
const longestPauseMilliseconds = 1000;

interface Step {
  name: PartitionedTable['name'];
  step: number;
}

/** The first instants of a table's partitions, `step` steps after the present one, by the database's clock. */
const steps = sql`(values ${sql.join(
  partitionedTables.map(({ name, unit, ahead }) => sql`(${sql.lit(name)}, ${sql.lit(unit)}, ${sql.lit(ahead)})`),
)}) as asked (name, unit, ahead), generate_series(0, ahead) as step,
  lateral (select (date_trunc(unit, now() at time zone 'UTC') + step * ('1 ' || unit)::interval) at time zone 'UTC'
    as begins) as next`;

/**
 * SCL-03: makes the partitions of the next steps that are missing; returns how many. Each is a transaction of its own
 * that requests its locks for a fifth of a second only, and is tried again when others hold them. Of several servers
 * one makes it (`db/migrations/partitionFunctions.ts`).
 */
export async function makePartitions(services: Services): Promise<number> {
  const missing = await services.db.read(gateScope, async (trx) => {
    const { rows } = await sql<Step>`select asked.name, step from ${steps}
      where not exists (select from "partitionBounds"(asked.name) as known
        where known.begins <= next.begins and known.ends > next.begins) order by 1, 2`.execute(trx);
    return rows;
  });
  for (const { name, step } of missing)
    await patiently(() =>
      services.db.as(gateScope, (trx) => sql`select "makePartition"(${name}, ${step}::int)`.execute(trx)),
    );
  return missing.length;
}

/** Drops the partitions that end before an instant, the oldest first; returns their names. */
export async function dropPartitions(
  services: Services,
  table: PartitionedTable['name'],
  before: Date,
  options: { ifEmpty?: boolean } = {},
): Promise<string[]> {
  const dropped: string[] = [];
  for (;;) {
    const { rows } = await patiently(() =>
      services.db.as(gateScope, (trx) =>
        sql<{ name: string | null }>`
          select "dropPartition"(${table}, ${before}, ${options.ifEmpty ?? false}) as name`.execute(trx),
      ),
    );
    const name = rows[0]?.name;
    if (!name) return dropped;
    dropped.push(name);
  }
}

/**
 * The instant before which rows that are kept for some days are deleted: the start of the partition that contains that
 * moment, because partitions are dropped whole.
 */
export function keptSince(table: PartitionedTable['name'], days: number, now: Date): Date {
  const at = new Date(now.getTime() - days * dayMilliseconds);
  const { unit } = partitionedTables.find(({ name }) => name === table) ?? { unit: 'day' };
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), unit === 'day' ? at.getUTCDate() : 1));
}

export interface PartitionState {
  name: PartitionedTable['name'];
  /** How many steps after the present one have partitions without a gap. */
  ahead: number;
  /** Rows in the default partition, counted up to 10,000. */
  rowsApart: number;
}

const mostCounted = 10_000;

/** For metrics. */
export async function partitionStates(services: Services): Promise<PartitionState[]> {
  return services.db.read(gateScope, async (trx) => {
    const { rows: ahead } = await sql<{ name: PartitionedTable['name']; ahead: number }>`
      select name, coalesce(min(step) filter (where not "isThere"), max(step) + 1)::int - 1 as ahead
      from (select asked.name, step, exists (select from "partitionBounds"(asked.name) as known
          where known.begins <= next.begins and known.ends > next.begins) as "isThere" from ${steps}) as every
      group by 1 order by 1`.execute(trx);
    const { rows: apart } = await sql<{ name: string; count: number }>`${sql.join(
      partitionedTables.map(
        ({ name }) => sql`select ${sql.lit(name)} as name, (select count(*) from (select 1 from
          ${sql.table(`${name}_default`)} limit ${sql.lit(mostCounted)}) as counted)::int as count`,
      ),
      sql` union all `,
    )}`.execute(trx);
    return ahead.map((one) => ({ ...one, rowsApart: apart.find(({ name }) => name === one.name)?.count ?? 0 }));
  });
}

/** A lock that is not given in time is requested again after a pause of a random length. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = lockTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || (error as { code?: string }).code !== '55P03') throw error;
      await pause(Math.random() * longestPauseMilliseconds);
    }
  }
}
