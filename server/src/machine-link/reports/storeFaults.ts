import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { announceEvents } from '../../webhooks/index.ts';
import { markDays } from '../kept-days/markDays.ts';
import { reportIdOf } from '../linkedMachine.ts';
import { faultEvents } from '../webhook-events/webhookEvents.ts';
import { columnsOf, latest } from './columns.ts';
import type { MisdatedPeriods } from './misdated.ts';
import type { ReportOf } from './report.ts';
import { type ChangedFault, type FaultRow, storeMisdatedFaults } from './storeMisdatedFaults.ts';

/**
 * One row per machine, code and start, in whatever order start and end arrive. The end of a row is set once. Mails
 * about faults follow from a job of the same transaction.
 */
export async function storeFaults(
  services: Services,
  trx: Trx,
  reports: ReportOf<'errors'>[],
  periods: MisdatedPeriods,
): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.flatMap((report) =>
    report.message.entries.map(
      (entry): FaultRow => ({
        id: newId(),
        machineId: report.machineId,
        organisationId: report.organisationId,
        reportId: reportIdOf(report, entry.id),
        code: entry.code,
        dateStart: entry.dateStart,
        dateEnd: entry.dateEnd ?? null,
        saidStart: entry.saidStart ?? null,
      }),
    ),
  );
  const { plain, changed: changedFaults } = await storeMisdatedFaults(services, trx, rows, periods);
  const merged = latest(
    plain,
    (row) => `${row.machineId} ${row.code} ${row.dateStart}`,
    (row) => row.dateEnd !== null,
  );
  const all = columnsOf(merged, 'id', 'machineId', 'organisationId', 'code', 'dateStart', 'dateEnd');
  const { rows: storedFaults } = await sql<
    Omit<ChangedFault, 'inserted'> & { id: string }
  >`insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart",
      "dateEnd")
    select * from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[],
      ${all.code}::text[], ${all.dateStart}::timestamptz[], ${all.dateEnd}::timestamptz[])
    on conflict ("organisationId", "machineId", code, "dateStart") do update set "dateEnd" = excluded."dateEnd"
      where "machineErrors"."dateEnd" is null and excluded."dateEnd" is not null
    returning id, "machineId", "organisationId", code, "dateStart", "dateEnd"`.execute(trx);
  // A row that was there before keeps its id.
  const fresh = new Set(all.id);
  const changed = storedFaults.map((row) => ({ ...row, inserted: fresh.has(row.id) }));
  await announceFaults(services, trx, [...changedFaults, ...changed]);
}

/** Updates the counts, marks the days, and announces the faults to the notifications. */
export async function announceFaults(services: Services, trx: Trx, changed: readonly ChangedFault[]): Promise<void> {
  if (changed.length === 0) return;
  await recount(trx, changed);
  await markDays(
    trx,
    changed.map(({ dateStart, ...row }) => ({ ...row, at: dateStart.toISOString() })),
  );
  for (const { machineId, organisationId, code, dateStart, dateEnd, inserted } of changed) {
    // Ended before it arrived: old reports cause no mails.
    if (inserted && dateEnd !== null) continue;
    await services.jobs.announce(trx, 'machine.failed', {
      organisationId,
      machineId,
      code,
      dateStart: dateStart.toISOString(),
      ended: dateEnd !== null,
    });
  }
  await announceEvents(services, trx, changed.flatMap(faultEvents));
}

/** Counted again from the rows, so that the number is right after any order of messages. */
export async function recount(
  trx: Trx,
  machines: readonly { machineId: string; organisationId: string }[],
): Promise<void> {
  const ids = [...new Set(machines.map(({ machineId }) => machineId))];
  await sql`update "machineStates" state set
      "openErrorCount" = (select count(*) from "machineErrors" error
        where error."organisationId" = state."organisationId" and error."machineId" = state."machineId"
          and "dateEnd" is null),
      ("lastErrorCode", "lastErrorStart", "lastErrorEnd") = (
        select code, "dateStart", "dateEnd" from "machineErrors" error
        where error."organisationId" = state."organisationId" and error."machineId" = state."machineId"
        order by "dateEnd" is null desc, "dateStart" desc limit 1)
    where ${isOfOrganisations('state.organisationId', machines)} and "machineId" = any(${ids}::uuid[])`.execute(trx);
}
