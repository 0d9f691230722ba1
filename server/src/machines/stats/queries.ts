import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf, datesBetween, startOfDate } from '@fournil/contract/kit/zones';
import { type MachineStats, statsLimits } from '@fournil/contract/machines/stats';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import { badRequest } from '../../kit/errors.ts';
import { readerZone } from '../../kit/readerZone.ts';
import { countFaultsByMonth } from './countFaults.ts';
import { findDays, type StatsMachine } from './keptDays.ts';
import { sumActivities } from './sumActivities.ts';
import { roundEnergy, sumEnergy } from './sumEnergy.ts';

const programsShown = 100;

export interface StatsPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** MAC-03, in the reader's days. The caller has checked that the reader sees the machine. */
export async function findStats(
  trx: Trx,
  reader: Caller,
  machine: StatsMachine,
  asked: StatsPeriod,
  now: Date,
): Promise<MachineStats> {
  const zone = readerZone(reader, machine);
  const { from, to } = periodOf(asked, zone, now);
  const days = datesBetween(from, to, zone);
  const starts = days.map((one) => Math.max(one.from, from));
  const known = await findDays(trx, machine, { from, to });
  const sums = await sumActivities(trx, machine, { from, to, days }, known, now.getTime());
  const energy = await sumEnergy(trx, machine, starts, to);
  const months = await countFaultsByMonth(trx, machine, monthsOf(days, from), { from, to }, known);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone,
    hasReports: await hasReports(trx, machine),
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
  if (to - from > (statsLimits.days + 1) * dayMilliseconds)
    throw badRequest({ path: 'from', key: 'custom.validation.longPeriod', args: { max: statsLimits.days } });
  return { from, to };
}

function monthsOf(days: readonly { date: string; from: number }[], from: number): { month: string; from: number }[] {
  const firsts = days.filter(({ date }, index) => index === 0 || date.endsWith('-01'));
  return firsts.map((one, index) => ({ month: one.date.slice(0, 7), from: index === 0 ? from : one.from }));
}

async function hasReports(trx: Trx, { id: machineId, organisationId }: StatsMachine): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from activities where "machineId" = ${machineId})
    or exists (select from readings where "machineId" = ${machineId})
    or exists (select from "packedReadings" where "machineId" = ${machineId})
    or exists (select from "machineErrors" where "machineId" = ${machineId})
    or exists (select from "machineDays" where "organisationId" = ${organisationId}
      and "machineId" = ${machineId}) as has`.execute(trx);
  return rows[0]?.has ?? false;
}
