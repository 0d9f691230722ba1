import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { columnsOf } from '../reports/columns.ts';

/**
 * SCL-03: the kept figures of these days are no longer those of the log, because reports of them have been stored. The
 * caller holds the locks of the machines' states, so that no figures are counted meanwhile. A day that is marked
 * already is not written again.
 */
export async function markDays(
  trx: Trx,
  reports: readonly { organisationId: string; machineId: string; at: string }[],
): Promise<void> {
  if (reports.length === 0) return;
  const all = columnsOf(reports, 'organisationId', 'machineId', 'at');
  await sql`insert into "machineDays" ("organisationId", "machineId", day)
    select distinct "organisationId", "machineId", (at at time zone 'UTC')::date
    from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[])
      as report ("organisationId", "machineId", at)
    where not exists (select from "machineDays" as known where known."organisationId" = report."organisationId"
      and known."machineId" = report."machineId" and known.day = (report.at at time zone 'UTC')::date
      and known."isStale")
    on conflict ("organisationId", "machineId", day) do update set "isStale" = true`.execute(trx);
}
