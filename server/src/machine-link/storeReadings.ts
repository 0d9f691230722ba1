import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { columnsOf, latest } from './columns.ts';
import type { Of } from './store.ts';

/** Each reading once (a machine takes one at a time); the newest one moves the picture. */
export async function storeReadings(trx: Trx, reports: Of<'readings'>[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.flatMap(({ machineId, organisationId, message }) =>
    message.entries.map((entry) => ({
      machineId,
      organisationId,
      at: entry.at,
      chamber: entry.chamberTemperatureCelsius,
      set: entry.setTemperatureCelsius,
      energy: entry.energyKilowattHours,
      doorOpen: entry.doorOpen,
      step: entry.program?.step ?? null,
      stepCount: entry.program?.stepCount ?? null,
      elapsed: entry.program?.elapsedSeconds ?? null,
      total: entry.program?.totalSeconds ?? null,
    })),
  );
  const all = columnsOf(rows, 'machineId', 'organisationId', 'at', 'chamber', 'set', 'energy', 'doorOpen', 'step');
  await sql`insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius", "setTemperatureCelsius", "energyKilowattHours", "doorOpen", step)
    select * from unnest(${all.machineId}::uuid[], ${all.organisationId}::uuid[], ${all.at}::timestamptz[], ${all.chamber}::float4[], ${all.set}::float4[],
      ${all.energy}::float8[], ${all.doorOpen}::boolean[], ${all.step}::int2[])
    on conflict do nothing`.execute(trx);

  const newest = latest(
    rows,
    (row) => row.machineId,
    (row, over) => row.at >= over.at,
  );
  const now = columnsOf(newest, 'machineId', 'at', 'chamber', 'set', 'doorOpen', 'step', 'stepCount', 'elapsed', 'total');
  await sql`update "machineStates" state set
      "readingAt" = report.at, "chamberTemperatureCelsius" = report.chamber, "setTemperatureCelsius" = report.set, "doorOpen" = report."doorOpen",
      step = report.step, "stepCount" = report."stepCount", "elapsedSeconds" = coalesce(report.elapsed, state."elapsedSeconds"),
      "programTotalSeconds" = coalesce(report.total, state."programTotalSeconds")
    from unnest(${now.machineId}::uuid[], ${now.at}::timestamptz[], ${now.chamber}::float8[], ${now.set}::float8[], ${now.doorOpen}::boolean[],
      ${now.step}::int2[], ${now.stepCount}::int2[], ${now.elapsed}::float8[], ${now.total}::float8[])
      as report ("machineId", at, chamber, set, "doorOpen", step, "stepCount", elapsed, total)
    where state."machineId" = report."machineId" and (state."readingAt" is null or state."readingAt" <= report.at)`.execute(trx);
}
