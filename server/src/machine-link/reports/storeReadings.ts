import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { reportIdOf } from '../linkedMachine.ts';
import { columnsOf, latest } from './columns.ts';
import { insertApart } from './insertApart.ts';
import { knownByNumber, knownByTime, type MisdatedPeriods, rememberMisdated } from './misdated.ts';
import { isNewer } from './newer.ts';
import type { ReportOf } from './report.ts';

type Row = ReturnType<typeof rowsOf>[number];

/** Stores each reading once (a machine takes one at a time); the newest one updates the machine's state. */
export async function storeReadings(
  services: Services,
  trx: Trx,
  reports: ReportOf<'readings'>[],
  periods: MisdatedPeriods,
): Promise<void> {
  if (reports.length === 0) return;
  const now = services.now();
  const rows = reports.flatMap(rowsOf).map((row, order) => ({ ...row, order }));
  const isKnown = new Set([
    ...(await knownByNumber(services, trx, 'readings', rows, periods)),
    ...(await knownByTime(services, trx, 'readings', rows)),
  ]);
  const plainRows = rows.filter((row) => row.saidAt === null);
  await insertPlain(
    trx,
    plainRows.filter(({ id }) => !isKnown.has(id)),
  );
  const said = rows.filter((row) => row.saidAt !== null && !isKnown.has(row.id));
  const inserted = await insertApart(
    latest(
      said,
      (row) => `${row.machineId} ${row.reportId}`,
      () => false,
    ),
    (row) => row.at,
    (row, at) => ({ ...row, at }),
    (some) => insertMisdated(trx, some),
    (some) => storedOf(trx, some),
  );
  await rememberMisdated(trx, inserted);
  await moveStates(
    trx,
    latest(
      [...plainRows, ...inserted].sort((a, b) => a.order - b.order),
      (row) => row.machineId,
      isNewer,
    ),
    now,
  );
}

function rowsOf(report: ReportOf<'readings'>) {
  return report.message.entries.map((entry) => ({
    id: newId(),
    order: 0,
    machineId: report.machineId,
    organisationId: report.organisationId,
    reportId: reportIdOf(report, entry.id),
    at: entry.at,
    saidAt: entry.saidAt ?? null,
    wins: report.arrivalWins ?? false,
    chamber: entry.chamberTemperatureCelsius,
    set: entry.setTemperatureCelsius,
    energy: entry.energyKilowattHours,
    doorOpen: entry.doorOpen,
    step: entry.program?.step ?? null,
    stepCount: entry.program?.stepCount ?? null,
    elapsed: entry.program?.elapsedSeconds ?? null,
    total: entry.program?.totalSeconds ?? null,
  }));
}

/** Repeated readings are detected by their time. */
async function insertPlain(trx: Trx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const all = columnsOf(rows, 'machineId', 'organisationId', 'at', 'chamber', 'set', 'energy', 'doorOpen', 'step');
  await sql`insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius",
    "setTemperatureCelsius", "energyKilowattHours", "doorOpen", step)
    select * from unnest(${all.machineId}::uuid[], ${all.organisationId}::uuid[], ${all.at}::timestamptz[],
      ${all.chamber}::float4[], ${all.set}::float4[],
      ${all.energy}::float8[], ${all.doorOpen}::boolean[], ${all.step}::int2[])
    on conflict do nothing`.execute(trx);
}

/** Asked after a conflict only, so in all partitions. */
async function storedOf(trx: Trx, rows: readonly Row[]): Promise<string[]> {
  const all = columnsOf(rows, 'id', 'machineId', 'reportId');
  const { rows: storedRows } = await sql<{ id: string }>`
    select row.id from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.reportId}::text[]) as row (id,
      "machineId", "reportId")
      join readings known on known."machineId" = row."machineId" and known."reportId" = row."reportId"
        and ${isOfOrganisations('known.organisationId', rows)}`.execute(trx);
  return storedRows.map(({ id }) => id);
}

async function insertMisdated(trx: Trx, rows: readonly Row[]): Promise<string[]> {
  const all = columnsOf(
    rows,
    'machineId',
    'organisationId',
    'at',
    'chamber',
    'set',
    'energy',
    'doorOpen',
    'step',
    'saidAt',
    'reportId',
  );
  const { rows: inserted } = await sql<{ machineId: string; reportId: string }>`insert into readings
      ("machineId", "organisationId", at, "chamberTemperatureCelsius", "setTemperatureCelsius", "energyKilowattHours",
        "doorOpen", step, "saidAt", "reportId")
    select * from unnest(${all.machineId}::uuid[], ${all.organisationId}::uuid[], ${all.at}::timestamptz[],
      ${all.chamber}::float4[], ${all.set}::float4[],
      ${all.energy}::float8[], ${all.doorOpen}::boolean[], ${all.step}::int2[], ${all.saidAt}::text[],
        ${all.reportId}::text[])
    on conflict do nothing returning "machineId", "reportId"`.execute(trx);
  const taken = new Set(inserted.map(({ machineId, reportId }) => `${machineId} ${reportId}`));
  return rows.filter((row) => taken.has(`${row.machineId} ${row.reportId}`)).map(({ id }) => id);
}

async function moveStates(trx: Trx, newest: readonly Row[], now: Date): Promise<void> {
  const all = columnsOf(
    newest,
    'machineId',
    'at',
    'chamber',
    'set',
    'doorOpen',
    'step',
    'stepCount',
    'elapsed',
    'total',
    'wins',
  );
  await sql`update "machineStates" state set
      "readingAt" = least(report.at, ${now}::timestamptz), "chamberTemperatureCelsius" = report.chamber,
        "setTemperatureCelsius" = report.set,
      "doorOpen" = report."doorOpen", step = report.step, "stepCount" = report."stepCount",
      "elapsedSeconds" = coalesce(report.elapsed, state."elapsedSeconds"),
        "programTotalSeconds" = coalesce(report.total, state."programTotalSeconds")
    from unnest(${all.machineId}::uuid[], ${all.at}::timestamptz[], ${all.chamber}::float8[], ${all.set}::float8[],
      ${all.doorOpen}::boolean[],
      ${all.step}::int2[], ${all.stepCount}::int2[], ${all.elapsed}::float8[], ${all.total}::float8[],
        ${all.wins}::boolean[])
      as report ("machineId", at, chamber, set, "doorOpen", step, "stepCount", elapsed, total, wins)
    where ${isOfOrganisations('state.organisationId', newest)} and state."machineId" = report."machineId"
      and (report.wins or state."readingAt" is null or state."readingAt" <= report.at
        or state."readingAt" > ${now}::timestamptz)`.execute(trx);
}
