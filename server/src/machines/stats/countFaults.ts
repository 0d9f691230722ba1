import type { FaultCode } from '@fournil/contract/machines/faults';
import type { MachineStats } from '@fournil/contract/machines/stats';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { quarterMilliseconds } from './foldActivities.ts';
import { type MachineDay, type Span, type StatsMachine, spansOfLog } from './keptDays.ts';

interface Month {
  month: string;
  from: number;
}

/** MAC-03, SCL-03: faults by the month in which they began, of kept days as they are, of the others from the log. */
export async function countFaultsByMonth(
  trx: Trx,
  machine: StatsMachine,
  months: readonly Month[],
  { from, to }: Span,
  days: readonly MachineDay[] | null,
): Promise<MachineStats['months']> {
  const counts = months.map(() => new Map<FaultCode, number>());
  const add = (at: number, code: FaultCode, count: number) => {
    const ofMonth = counts[months.findLastIndex((month) => month.from <= at)];
    ofMonth?.set(code, (ofMonth.get(code) ?? 0) + count);
  };
  for (const { begins, isStale, faults } of days ?? []) {
    for (const { quarter, code, count } of isStale ? [] : faults) {
      const begin = begins + quarter * quarterMilliseconds;
      if (begin >= from && begin + quarterMilliseconds <= to) add(begin, code, count);
    }
  }
  const spans = spansOfLog(days, { from, to });
  const { rows } = await sql<{ month: number; code: FaultCode; count: number }>`
    select width_bucket("dateStart", ${months.map((one) => new Date(one.from).toISOString())}::timestamptz[]) - 1
      as month, code, count(*)::int as count
    from unnest(${spans.map((one) => new Date(one.from).toISOString())}::timestamptz[],
      ${spans.map((one) => new Date(one.to).toISOString())}::timestamptz[]) as span (begins, ends)
    join "machineErrors" on "machineId" = ${machine.id} and "dateStart" >= begins and "dateStart" < ends
    group by 1, 2`.execute(trx);
  for (const { month, code, count } of rows) add(months[month]?.from ?? to, code, count);
  return months.map(({ month, from: begin }, index) => ({
    month,
    from: new Date(begin).toISOString(),
    errors: [...(counts[index] ?? [])]
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => one.code.localeCompare(other.code)),
  }));
}
