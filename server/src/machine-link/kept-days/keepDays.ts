import { hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, linkScope, type Trx } from '../../db/database.ts';
import { type Group, organisationGroups, rowLock } from '../../db/organisations.ts';
import { inChunks } from '../../kit/process/inChunks.ts';
import type { Retention } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';
import { countLog } from './countLog.ts';

const machinesPerChunk = 20;
const daysPerChunk = 50;
/** An installation with years of reports continues at the next hour, after the other rules. */
const longestRunMilliseconds = 20 * minuteMilliseconds;

/**
 * SCL-03: counts the figures of days that are over, and again after a late report. What machines reported before there
 * were such figures is counted once, machine by machine. Several servers may do it at once: machines whose state is
 * locked are left to the others, or to the next hour.
 */
export const daysKeeping: Retention = {
  name: 'days of machines that are not counted',
  keptFor: 'an hour after the day; then figures are kept for ever',
  did: 'counted',
  due: (services) =>
    services.db.read(linkScope, async (trx) => {
      const { rows } = await sql<{ count: number }>`select ((select count(*) from "machineDays"
        where "isStale" and day < ${firstLater(services)}) + (select count(*) from "machineStates"
        where not "daysFilled"))::int as count`.execute(trx);
      return rows[0]?.count ?? 0;
    }),
  remove: async (services, isStopped = () => false) => {
    if (await isTooEarly(services)) return 0;
    const until = performance.now() + longestRunMilliseconds;
    const chunks = { isOver: () => isStopped() || performance.now() > until, isResting: true };
    await inChunks(chunks, () => services.db.as(linkScope, (trx) => fillSome(services, trx)));
    return inChunks(chunks, () => services.db.as(linkScope, (trx) => countSome(services, trx, firstLater(services))));
  },
};

/** Whether reports before an instant have not been counted, and have to be kept until they are. */
export async function isUncounted(services: Services, before: Date): Promise<boolean> {
  const { rows } = await services.db.read(linkScope, (trx) =>
    sql<{ is: boolean }>`select exists (select 1 from "machineDays" where "isStale"
        and day < (${before}::timestamptz at time zone 'UTC')::date)
      or exists (select 1 from "machineStates" where not "daysFilled") as is`.execute(trx),
  );
  return rows[0]?.is ?? true;
}

/** The first day, in UTC, that is not over since an hour. */
function firstLater(services: Services): string {
  return new Date(services.now().getTime() - hourMilliseconds).toISOString().slice(0, 10);
}

/** A former version that still runs would store reports without saying so. */
async function isTooEarly(services: Services): Promise<boolean> {
  const { rows } = await services.db.read(gateScope, (trx) =>
    sql<{ is: boolean }>`select "daysKeptFrom"() > ${services.now()} as is`.execute(trx),
  );
  return rows[0]?.is ?? true;
}

/** Gives every day of the log of some machines its row; returns their number. */
async function fillSome(services: Services, trx: Trx): Promise<number> {
  const { rows: candidates } = await sql<Machine>`select "organisationId", "machineId" from "machineStates"
    where not "daysFilled" order by "machineId" limit ${sql.lit(machinesPerChunk)}
    ${free(services, sql`"machineStates"`)}`.execute(trx);
  let filled = 0;
  for (const { rows, isHere } of organisationGroups(services.db, candidates)) {
    const ids = await lockFree(trx, rows, isHere, sql`not "daysFilled"`);
    filled += ids.length;
    if (ids.length === 0) continue;
    const isOne = sql`${isHere('organisationId')} and "machineId" = any(${ids}::uuid[])`;
    await sql`insert into "machineDays" ("organisationId", "machineId", day)
      select "organisationId", "machineId", day from (
        select "organisationId", "machineId", (at at time zone 'UTC')::date as day from activities where ${isOne}
        union
        select "organisationId", "machineId", ("dateStart" at time zone 'UTC')::date from "machineErrors"
          where ${isOne}) as seen
      on conflict ("organisationId", "machineId", day) do update set "isStale" = true`.execute(trx);
    await sql`update "machineStates" set "daysFilled" = true where ${isOne}`.execute(trx);
  }
  return filled;
}

/** Counts some days before another one; returns their number. */
async function countSome(services: Services, trx: Trx, before: string): Promise<number> {
  const { rows: candidates } = await sql<Machine & { day: string }>`
    select days."organisationId", days."machineId", day::text as day
    from "machineDays" as days join "machineStates" as state on state."organisationId" = days."organisationId"
      and state."machineId" = days."machineId"
    where days."isStale" and day < ${before}::date and state."daysFilled"
    order by days."organisationId", day limit ${sql.lit(daysPerChunk)} ${free(services, sql`state`)}`.execute(trx);
  let countedDays = 0;
  for (const { rows, isHere } of organisationGroups(services.db, candidates)) {
    const ids = new Set(await lockFree(trx, rows, isHere, sql`"daysFilled"`));
    const days = rows.filter(({ machineId }) => ids.has(machineId));
    await countLog(services, trx, days);
    countedDays += days.length;
  }
  return countedDays;
}

interface Machine {
  organisationId: string;
  machineId: string;
}

/**
 * Locks the chosen rows, and leaves out those that others hold. Several nodes choose first, and lock by organisation:
 * where others hold all that it chose, it goes on at the next hour.
 */
function free(services: Services, table: RawBuilder<unknown>): RawBuilder<unknown> {
  return rowLock(services.db, sql`for no key update of ${table} skip locked`);
}

/** Locks the states of these machines that no other transaction holds, and returns the machines' ids. */
async function lockFree(
  trx: Trx,
  machines: readonly Machine[],
  isHere: Group<Machine>['isHere'],
  isWanted: RawBuilder<unknown>,
): Promise<string[]> {
  const asked = [...new Set(machines.map(({ machineId }) => machineId))];
  const { rows } = await sql<{ machineId: string }>`select "machineId" from "machineStates"
    where ${isHere('organisationId')} and "machineId" = any(${asked}::uuid[]) and ${isWanted}
    order by "machineId" for no key update skip locked`.execute(trx);
  return rows.map(({ machineId }) => machineId);
}
