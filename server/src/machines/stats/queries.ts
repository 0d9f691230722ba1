import { dateAfter, dateOf, datesBetween, startOfDate, zoneFor } from '@fournil/contract/kit/zones';
import type { FaultCode } from '@fournil/contract/machines/faults';
import { type MachineStats, statsLimits } from '@fournil/contract/machines/stats';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import { badRequest } from '../../kit/errors.ts';
import { foldActivities, type Moment } from './foldActivities.ts';
import { roundEnergy, sumEnergy } from './sumEnergy.ts';

const day = 24 * 3_600_000;
const rowsPerPage = 5000;
/**
 * How far back the activity at the beginning of the period is looked for: ends without a start may follow the last
 * start.
 */
const rowsBefore = 20;
const programsShown = 100;

export interface StatsPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

interface StatsMachine {
  id: string;
  timezone: string | null;
  pairedAt: Date | null;
}

/** MAC-03, in the reader's days. The caller has checked that the reader sees the machine. */
export async function findStats(
  trx: Trx,
  reader: Caller,
  machine: StatsMachine,
  asked: StatsPeriod,
  now: Date,
): Promise<MachineStats> {
  const zone = zoneFor({ displayDatePreference: reader.dateDisplay, timezone: reader.timezone }, machine);
  const { from, to } = periodOf(asked, zone, now);
  const days = datesBetween(from, to, zone);
  const starts = days.map((one) => Math.max(one.from, from));
  const sums = await sumActivities(trx, machine.id, { from, to, days }, now.getTime());
  const energy = await sumEnergy(trx, machine, starts, to);
  const months = await countErrors(trx, machine.id, monthsOf(days, from), to);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone,
    hasReports: await hasReports(trx, machine.id),
    seconds: sums.seconds,
    days: sums.days.map((one, index) => ({ ...one, energyKilowattHours: energy.get(index) ?? 0 })),
    programs: sums.programs.slice(0, programsShown),
    energyKilowattHours:
      energy.size === 0 ? null : roundEnergy([...energy.values()].reduce((sum, one) => sum + one, 0)),
    months,
  };
}

/** The last thirty days unless said otherwise, at most a year and a day. */
function periodOf(asked: StatsPeriod, zone: string, now: Date): { from: number; to: number } {
  const to = asked.to === undefined ? now.getTime() : Date.parse(asked.to);
  const from =
    asked.from === undefined
      ? startOfDate(dateAfter(dateOf(to, zone), 1 - statsLimits.defaultDays), zone)
      : Date.parse(asked.from);
  if (from >= to) throw badRequest({ path: 'to', key: 'custom.validation.period', args: {} });
  // A day more for the hour that a change of the clock adds.
  if (to - from > (statsLimits.days + 1) * day)
    throw badRequest({ path: 'from', key: 'custom.validation.longPeriod', args: { max: statsLimits.days } });
  return { from, to };
}

async function sumActivities(trx: Trx, machineId: string, period: Parameters<typeof foldActivities>[0], now: number) {
  const fold = foldActivities(period);
  for await (const moments of momentsAround(trx, machineId, period)) for (const moment of moments) fold.add(moment);
  return fold.finish(Math.min(period.to, now));
}

/**
 * The events of the period by pages, with the one before it, which shows the activity at its start, and the one after
 * it, which ends the last activity.
 */
async function* momentsAround(
  trx: Trx,
  machineId: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Moment[]> {
  const rows = () =>
    trx
      .selectFrom('activities')
      .select(['id', 'at', 'type', 'programId', 'programName', 'mode'])
      .where('machineId', '=', machineId);
  const toMoment = (row: Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>): Moment => ({
    ...row,
    at: row.at.getTime(),
  });
  const before = await rows()
    .where('at', '<', new Date(from))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsBefore)
    .execute();
  yield before.reverse().map(toMoment);
  let last: { at: Date; id: string } | null = null;
  for (;;) {
    const page: Awaited<ReturnType<ReturnType<typeof rows>['execute']>> = await rows()
      .where('at', '>=', last?.at ?? new Date(from))
      .$if(last !== null, (qb) => qb.where(sql<boolean>`(at, id) > (${last?.at}::timestamptz, ${last?.id}::uuid)`))
      .where('at', '<', new Date(to))
      .orderBy('at')
      .orderBy('id')
      .limit(rowsPerPage)
      .execute();
    yield page.map(toMoment);
    last = page.at(-1) ?? null;
    if (page.length < rowsPerPage) break;
  }
  const after = await rows().where('at', '>=', new Date(to)).orderBy('at').orderBy('id').limit(1).execute();
  yield after.map(toMoment);
}

function monthsOf(days: readonly { date: string; from: number }[], from: number): { month: string; from: number }[] {
  const firsts = days.filter(({ date }, index) => index === 0 || date.endsWith('-01'));
  return firsts.map((one, index) => ({ month: one.date.slice(0, 7), from: index === 0 ? from : one.from }));
}

async function countErrors(
  trx: Trx,
  machineId: string,
  months: { month: string; from: number }[],
  to: number,
): Promise<MachineStats['months']> {
  const starts = months.map((one) => new Date(one.from).toISOString());
  const { rows } = await sql<{ month: number; code: FaultCode; count: number }>`
    select width_bucket("dateStart", ${starts}::timestamptz[]) - 1 as month, code, count(*)::int as count
      from "machineErrors"
    where "machineId" = ${machineId} and "dateStart" >= ${starts[0]}::timestamptz and "dateStart" < ${new Date(to)}
    group by 1, 2 order by 1, 2`.execute(trx);
  return months.map(({ month, from }, index) => ({
    month,
    from: new Date(from).toISOString(),
    errors: rows.filter((row) => row.month === index).map(({ code, count }) => ({ code, count })),
  }));
}

async function hasReports(trx: Trx, machineId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from activities where "machineId" = ${machineId})
    or exists (select from readings where "machineId" = ${machineId})
    or exists (select from "packedReadings" where "machineId" = ${machineId})
    or exists (select from "machineErrors" where "machineId" = ${machineId}) as has`.execute(trx);
  return rows[0]?.has ?? false;
}
