import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Period } from './figures.ts';
import { endsOf, foldActivities, type Moment, quarterMilliseconds } from './foldActivities.ts';
import { findQuarterAfter, type MachineDay, type Span, type StatsMachine } from './keptDays.ts';

const rowsPerPage = 5000;
/**
 * How far back the activity at the beginning of the period is looked for: ends without a start may follow the last
 * start.
 */
const rowsBefore = 20;

type Fold = ReturnType<typeof foldActivities>;

/** MAC-03, SCL-03: kept days as they are, the others from the log. */
export async function sumActivities(
  trx: Trx,
  machine: StatsMachine,
  period: Period,
  days: readonly MachineDay[] | null,
  now: number,
) {
  const fold = foldActivities(period);
  if (days === null) {
    for (const moment of await momentsBefore(trx, machine.id, period.from)) fold.add(moment);
    await addLog(trx, machine.id, fold, period);
  } else await addDays(trx, machine, fold, period, days);
  const next = await momentAfter(trx, machine, period.to, days !== null);
  if (next) fold.add(next);
  return fold.finish(Math.min(period.to, now));
}

async function addDays(
  trx: Trx,
  machine: StatsMachine,
  fold: Fold,
  { from, to }: Period,
  days: readonly MachineDay[],
): Promise<void> {
  const firstDay = from - (from % dayMilliseconds);
  const before = days.filter(({ begins }) => begins < firstDay);
  if (before.some(({ isStale }) => isStale))
    for (const moment of await momentsBefore(trx, machine.id, firstDay)) fold.add(moment);
  else for (const day of before) addKept(fold, day, wholeDay(day));
  for (const day of days.filter(({ begins }) => begins >= firstDay)) {
    const { from: begins, to: ends } = wholeDay(day);
    if (day.isStale) await addLog(trx, machine.id, fold, { from: begins, to: Math.min(ends, to) });
    else await addCut(trx, machine, fold, { from, to }, day);
  }
}

function wholeDay({ begins }: MachineDay): Span {
  return { from: begins, to: begins + dayMilliseconds };
}

/** A kept day, of which the ends of the period may cut a quarter of an hour: that one is read from the log. */
async function addCut(trx: Trx, machine: StatsMachine, fold: Fold, period: Span, day: MachineDay): Promise<void> {
  const { from, to } = wholeDay(day);
  const cut = new Set(
    [period.from, period.to]
      .filter((at) => at > from && at < to && at % quarterMilliseconds !== 0)
      .map((at) => at - (at % quarterMilliseconds)),
  );
  let next = from;
  for (const begin of cut) {
    addKept(fold, day, { from: next, to: begin });
    next = begin + quarterMilliseconds;
    const isInLog = await addLog(trx, machine.id, fold, { from: begin, to: Math.min(next, period.to) });
    // Its reports have been deleted.
    if (!isInLog && next <= period.to) addKept(fold, day, { from: begin, to: next });
  }
  addKept(fold, day, { from: next, to: Math.min(to, period.to) });
}

/** The kept quarters of an hour that begin in this time. */
function addKept(fold: Fold, { begins, activities }: MachineDay, { from, to }: Span): void {
  if (!activities) return;
  for (const kept of activities.quarters) {
    const begin = begins + kept.quarter * quarterMilliseconds;
    if (begin >= from && begin < to) fold.addKept(kept, activities.programs, begin);
  }
}

const rowsOf = (trx: Trx, machineId: string) =>
  trx
    .selectFrom('activities')
    .select(['id', 'at', 'type', 'programId', 'programName', 'mode'])
    .where('machineId', '=', machineId);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;
const toMoment = (row: Row): Moment => ({ ...row, at: row.at.getTime() });

/** The last events before the period, which show the activity at its beginning. */
async function momentsBefore(trx: Trx, machineId: string, from: number): Promise<Moment[]> {
  const before = await rowsOf(trx, machineId)
    .where('at', '<', new Date(from))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsBefore)
    .execute();
  return before.reverse().map(toMoment);
}

/** Adds the events of a time by pages; returns whether there are any. */
async function addLog(trx: Trx, machineId: string, fold: Fold, { from, to }: Span): Promise<boolean> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await rowsOf(trx, machineId)
      .where('at', '>=', last?.at ?? new Date(from))
      .$if(last !== null, (qb) => qb.where(sql<boolean>`(at, id) > (${last?.at}::timestamptz, ${last?.id}::uuid)`))
      .where('at', '<', new Date(to))
      .orderBy('at')
      .orderBy('id')
      .limit(rowsPerPage)
      .execute();
    for (const row of page) fold.add(toMoment(row));
    last = page.at(-1) ?? last;
    if (page.length < rowsPerPage) return last !== null;
  }
}

/** The event after the period, which ends the last activity. */
async function momentAfter(trx: Trx, machine: StatsMachine, to: number, isKept: boolean): Promise<Moment | null> {
  const [row, quarter] = await Promise.all([
    rowsOf(trx, machine.id).where('at', '>=', new Date(to)).orderBy('at').orderBy('id').limit(1).executeTakeFirst(),
    isKept ? findQuarterAfter(trx, machine, to) : null,
  ]);
  const inLog = row ? toMoment(row) : null;
  if (!quarter) return inLog;
  const { kept, begins } = quarter;
  // Whatever else begins ends the activity before it.
  const begun: Moment = {
    at: begins + (kept.start ?? 0),
    type: 'PowerOn',
    programId: null,
    programName: null,
    mode: null,
  };
  const first = endsOf(kept, begins)[0] ?? begun;
  return inLog && inLog.at <= first.at ? inLog : first;
}
