import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { KeptActivities, KeptFault, KeptQuarter } from '../../db/tables/machineDays.ts';
import { rowsOfMachine } from '../log/readings.ts';
import { quarterMilliseconds } from './foldActivities.ts';

export interface StatsMachine {
  id: string;
  organisationId: string;
  timezone: string | null;
  pairedAt: Date | null;
}

/** SCL-03: a day in UTC of a machine's log; null figures where they have to be counted from the log. */
export interface MachineDay {
  begins: number;
  isStale: boolean;
  activities: KeptActivities | null;
  faults: KeptFault[];
}

/** From (inclusive) to (exclusive), instants in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

const ofMachine = ({ id: machineId, organisationId }: Pick<StatsMachine, 'id' | 'organisationId'>) =>
  rowsOfMachine({ machineId, organisationId });
const dateOfDay = (at: number) => sql`${new Date(at).toISOString().slice(0, 10)}::date`;
const columns = sql`(day::text || 'T00:00:00Z') as begins, "isStale", activities, faults`;
type Row = Omit<MachineDay, 'begins' | 'faults'> & { begins: string; faults: KeptFault[] | null };
const toDay = ({ begins, faults, ...row }: Row): MachineDay => ({
  ...row,
  begins: Date.parse(begins),
  faults: faults ?? [],
});

/**
 * The days of a period that have reports, and before them those that show what the machine was doing at its beginning;
 * null while not all days of the machine's log have rows.
 */
export async function findDays(trx: Trx, machine: StatsMachine, { from, to }: Span): Promise<MachineDay[] | null> {
  const first = dateOfDay(from);
  const [states, { rows }] = await Promise.all([
    sql<{ daysFilled: boolean }>`select "daysFilled" from "machineStates" where "machineId" = ${machine.id}`.execute(
      trx,
    ),
    sql<Row>`select ${columns} from "machineDays" where ${ofMachine(machine)} and day <= ${dateOfDay(to)}
      and day >= least(${first}, coalesce((select day from "machineDays" where ${ofMachine(machine)}
        and day < ${first} and ("isStale" or "hasStart") order by day desc limit 1), '-infinity'))
      order by day`.execute(trx),
  ]);
  return states.rows[0]?.daysFilled ? rows.map(toDay) : null;
}

/** The first kept quarter of an hour with events that begins at this instant or later. */
export async function findQuarterAfter(
  trx: Trx,
  machine: StatsMachine,
  at: number,
): Promise<{ kept: KeptQuarter; begins: number } | null> {
  // The first day may have events before the instant only.
  const { rows } = await sql<Row>`select ${columns} from "machineDays"
    where ${ofMachine(machine)} and day >= ${dateOfDay(at)} and not "isStale" and "activityCount" > 0
    order by day limit 2`.execute(trx);
  for (const { begins, activities } of rows.map(toDay)) {
    const kept = activities?.quarters.find(({ quarter }) => begins + quarter * quarterMilliseconds >= at);
    if (kept) return { kept, begins: begins + kept.quarter * quarterMilliseconds };
  }
  return null;
}

/** The kept energy of the days of a period, in order; they end where readings begin. */
export async function findKeptEnergy(
  trx: Trx,
  machine: StatsMachine,
  { from, to }: Span,
): Promise<{ begins: number; energy: [quarter: number, kilowattHours: number][] }[]> {
  const { rows } = await sql<{ begins: string; energy: [number, number][] }>`
    select (day::text || 'T00:00:00Z') as begins, energy from "machineDays" where ${ofMachine(machine)}
      and day >= ${dateOfDay(from)} and day <= ${dateOfDay(to)} and energy is not null order by day`.execute(trx);
  return rows.map(({ begins, energy }) => ({ begins: Date.parse(begins), energy }));
}

/** The last reading before an instant of those that have been deleted. */
export async function findLastKeptReading(
  trx: Trx,
  machine: Pick<StatsMachine, 'id' | 'organisationId'>,
  before: number,
): Promise<{ at: Date; energy: number } | null> {
  const { rows } = await sql<{ at: Date; energy: number }>`
    select "lastReadingAt" as at, "lastEnergy" as energy from "machineDays" where ${ofMachine(machine)}
      and day <= ${dateOfDay(before)} and "lastReadingAt" < ${new Date(before)} order by day desc limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** The parts of a period to be counted from the log: stale days, and quarters of an hour that its ends cut. */
export function spansOfLog(days: readonly MachineDay[] | null, { from, to }: Span): Span[] {
  if (days === null) return [{ from, to }];
  const stale = days.filter(({ isStale }) => isStale).map(({ begins }) => spanOf(begins, dayMilliseconds));
  const cut = [from, to]
    .filter((at) => at % quarterMilliseconds !== 0)
    .map((at) => spanOf(at - (at % quarterMilliseconds), quarterMilliseconds))
    .filter((one) => !stale.some((other) => other.from <= one.from && one.to <= other.to));
  return [...stale, ...(cut[0]?.from === cut[1]?.from ? cut.slice(0, 1) : cut)]
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to);
}

function spanOf(from: number, milliseconds: number): Span {
  return { from, to: from + milliseconds };
}
