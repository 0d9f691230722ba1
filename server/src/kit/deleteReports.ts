import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** What machines report, with the column that says when; in an order in which it can be deleted. */
export const reportTables = [
  ['machineErrors', 'dateStart'],
  ['activities', 'at'],
  ['readings', 'at'],
  ['packedReadings', 'hour'],
  ['machineDays', 'day'],
] as const;

const rowsPerChunk = 20_000;
const machinesPerChunk = 20;

/**
 * Deletes the oldest rows of some of these machines, and returns how many; 0 when none are left. `machines` is a
 * query of ids. By time, because the place of a row (`ctid`) does not identify it in a partitioned table.
 */
export async function deleteReports(
  trx: Trx,
  [table, column]: (typeof reportTables)[number],
  machines: RawBuilder<unknown>,
): Promise<number> {
  const [rows, at] = [sql.table(table), sql.id(column)];
  const { numAffectedRows } = await sql`with machine as materialized (
      select id from (${machines}) as asked
      where exists (select from ${rows} as held where held."machineId" = asked.id) limit ${machinesPerChunk}
    ), due as materialized (
      select machine.id, coalesce((select other.${at} from ${rows} as other where other."machineId" = machine.id
        order by other.${at} offset ${rowsPerChunk} / (select count(*) from machine) limit 1), 'infinity') as until
      from machine
    )
    delete from ${rows} as report using due
    where report."machineId" = due.id and report.${at} <= due.until`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
