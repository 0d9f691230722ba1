import { occupationAfter } from '@fournil/contract/machines/activities';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { newId } from '../kit/ids.ts';
import { columnsOf, latest } from './columns.ts';
import type { Of } from './store.ts';

/** Each event once, at the time it happened; the newest one says what the machine is doing. */
export async function storeActivities(trx: Trx, reports: Of<'activities'>[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.flatMap(({ machineId, organisationId, pairing, message }) =>
    message.entries.map((entry) => ({
      id: newId(),
      machineId,
      organisationId,
      // Another oven behind the same entry counts its reports from the beginning.
      reportId: pairing <= 1 ? entry.id : `${pairing}/${entry.id}`,
      type: entry.type,
      at: entry.at,
      programId: entry.program?.id ?? null,
      programName: entry.program?.name ?? null,
      totalSeconds: entry.program?.totalSeconds ?? null,
      mode: entry.mode ?? null,
      occupation: occupationAfter(entry.type),
    })),
  );
  const all = columnsOf(rows, 'id', 'machineId', 'organisationId', 'reportId', 'type', 'at', 'programId', 'programName', 'totalSeconds', 'mode');
  await sql`insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programId", "programName", "totalSeconds", mode)
    select * from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[], ${all.reportId}::text[], ${all.type}::text[],
      ${all.at}::timestamptz[], ${all.programId}::uuid[], ${all.programName}::text[], ${all.totalSeconds}::float8[], ${all.mode}::text[])
    on conflict do nothing`.execute(trx);

  const newest = latest(
    rows,
    (row) => row.machineId,
    (row, over) => row.at >= over.at,
  );
  const now = columnsOf(newest, 'machineId', 'at', 'occupation', 'programId', 'programName', 'totalSeconds', 'mode');
  await sql`update "machineStates" state set
      occupation = report.occupation, "occupationSince" = report.at, "activityAt" = report.at, mode = report.mode,
      "programId" = report."programId", "programName" = report."programName", "programTotalSeconds" = report."totalSeconds",
      step = null, "stepCount" = null, "elapsedSeconds" = 0, "readingAt" = greatest(state."readingAt", report.at)
    from unnest(${now.machineId}::uuid[], ${now.at}::timestamptz[], ${now.occupation}::text[], ${now.programId}::uuid[], ${now.programName}::text[],
      ${now.totalSeconds}::float8[], ${now.mode}::text[])
      as report ("machineId", at, occupation, "programId", "programName", "totalSeconds", mode)
    where state."machineId" = report."machineId" and (state."activityAt" is null or state."activityAt" <= report.at)
      and (state."activityAt", state.occupation, state."programId") is distinct from (report.at, report.occupation, report."programId")`.execute(trx);
}
