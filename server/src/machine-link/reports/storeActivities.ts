import { occupationAfter } from '@fournil/contract/machines/activities';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { markDays } from '../kept-days/markDays.ts';
import { reportIdOf } from '../linkedMachine.ts';
import { announceBakes } from '../webhook-events/bakeEvents.ts';
import { columnsOf, latest } from './columns.ts';
import { findRevisions } from './findRevisions.ts';
import { knownByNumber, knownByTime, type MisdatedPeriods, rememberMisdated } from './misdated.ts';
import { isNewer } from './newer.ts';
import type { ReportOf } from './report.ts';
import { contentsAt, newestContents } from './storeContents.ts';

type Row = ReturnType<typeof rowsOf>[number];

/** Stores each activity once, at the time it happened; the newest one is what the machine does at present. */
export async function storeActivities(
  services: Services,
  trx: Trx,
  reports: ReportOf<'activities'>[],
  periods: MisdatedPeriods,
): Promise<void> {
  if (reports.length === 0) return;
  const now = services.now();
  // An entry that arrives twice in one batch is its first one.
  const rows = latest(
    rowsOf(reports),
    (row) => `${row.machineId} ${row.reportId}`,
    () => false,
  );
  const isKnown = new Set([
    ...(await knownByNumber(services, trx, 'activities', rows, periods)),
    ...(await knownByTime(services, trx, 'activities', rows)),
  ]);
  const isFirst = await insert(
    trx,
    await proven(
      trx,
      rows.filter(({ id }) => !isKnown.has(id)),
    ),
  );
  await rememberMisdated(
    trx,
    rows.filter((row) => row.saidAt !== null && isFirst.has(row.id)),
  );
  await markDays(
    trx,
    rows.filter(({ id }) => isFirst.has(id)),
  );
  await announceBakes(
    services,
    trx,
    rows.filter(({ id }) => isFirst.has(id)),
  );
  await moveStates(trx, rows, isFirst, now);
}

function rowsOf(reports: ReportOf<'activities'>[]) {
  return reports.flatMap((report) =>
    report.message.entries.map((entry) => ({
      id: newId(),
      machineId: report.machineId,
      organisationId: report.organisationId,
      reportId: reportIdOf(report, entry.id),
      type: entry.type,
      at: entry.at,
      saidAt: entry.saidAt ?? null,
      programId: entry.program?.id ?? null,
      programName: entry.program?.name ?? null,
      programRevision: entry.program?.revision ?? null,
      programSha256: entry.program?.sha256 ?? null,
      totalSeconds: entry.program?.totalSeconds ?? null,
      softwareVersion: entry.softwareVersion ?? null,
      mode: entry.mode ?? null,
      occupation: occupationAfter(entry.type),
      wins: report.arrivalWins ?? false,
    })),
  );
}

/**
 * MNU-04: of a program's start or end, whether the body that ran is that of the revision, and the machine's software:
 * what the entry says, else what the machine had reported by then.
 */
async function proven(trx: Trx, rows: readonly Row[]) {
  const bakes = rows.filter(({ programName }) => programName !== null);
  const revisions = await findRevisions(
    trx,
    bakes.flatMap(({ organisationId, programId, programRevision: revision }) =>
      programId && revision ? [{ organisationId, programId, revision }] : [],
    ),
  );
  const unsaid = bakes.filter(({ softwareVersion }) => softwareVersion === null);
  const newest = unsaid.length > 0 ? await newestContents(trx, unsaid) : new Map<string, never>();
  const proved = [];
  for (const row of rows) {
    const known = revisions.get(row.programId ?? '', row.programRevision ?? 0);
    const programChanged = known && row.programSha256 ? known.sha256 !== row.programSha256 : null;
    let { softwareVersion } = row;
    if (row.programName !== null && softwareVersion === null) {
      const last = newest.get(row.machineId);
      const at = new Date(row.at);
      const contents = last && last.at > at ? await contentsAt(trx, row, at) : last;
      softwareVersion = contents?.softwareVersion ?? null;
    }
    proved.push({ ...row, programChanged, softwareVersion });
  }
  return proved;
}

/** Returns the ids of those that were not stored before: for a right clock, key and time are the same every time. */
async function insert(trx: Trx, rows: Awaited<ReturnType<typeof proven>>): Promise<Set<string>> {
  const all = columnsOf(
    rows,
    'id',
    'machineId',
    'organisationId',
    'reportId',
    'type',
    'at',
    'programId',
    'programName',
    'programRevision',
    'programSha256',
    'programChanged',
    'totalSeconds',
    'softwareVersion',
    'mode',
    'saidAt',
  );
  const { rows: inserted } = await sql<{ id: string }>`insert into activities
      (id, "machineId", "organisationId", "reportId", type, at, "programId", "programName", "totalSeconds", mode,
        "saidAt", "programRevision", "programSha256", "programChanged", "softwareVersion")
    select * from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[],
      ${all.reportId}::text[], ${all.type}::text[], ${all.at}::timestamptz[], ${all.programId}::uuid[],
      ${all.programName}::text[], ${all.totalSeconds}::float8[], ${all.mode}::text[], ${all.saidAt}::text[],
      ${all.programRevision}::int[], ${all.programSha256}::text[], ${all.programChanged}::boolean[],
      ${all.softwareVersion}::text[])
    on conflict do nothing returning id`.execute(trx);
  return new Set(inserted.map(({ id }) => id));
}

async function moveStates(trx: Trx, rows: readonly Row[], isFirst: ReadonlySet<string>, now: Date): Promise<void> {
  // Where the order of arrival counts, only activities that arrived for the first time change the state.
  const newest = latest(
    rows.filter((row) => !row.wins || isFirst.has(row.id)),
    (row) => row.machineId,
    isNewer,
  );
  const state = columnsOf(
    newest,
    'machineId',
    'at',
    'occupation',
    'programId',
    'programName',
    'programRevision',
    'programSha256',
    'totalSeconds',
    'mode',
    'wins',
  );
  await sql`update "machineStates" state set
      occupation = report.occupation, "occupationSince" = report.at, "activityAt" = least(report.at,
        ${now}::timestamptz), mode = report.mode,
      "programId" = report."programId", "programName" = report."programName",
        "programRevision" = report."programRevision", "programSha256" = report."programSha256",
        "programTotalSeconds" = report."totalSeconds",
      step = null, "stepCount" = null, "elapsedSeconds" = 0,
      "readingAt" = case when report.wins or state."readingAt" > ${now}::timestamptz then report.at
        else greatest(state."readingAt", report.at) end
    from unnest(${state.machineId}::uuid[], ${state.at}::timestamptz[], ${state.occupation}::text[],
      ${state.programId}::uuid[], ${state.programName}::text[],
      ${state.programRevision}::int[], ${state.programSha256}::text[],
      ${state.totalSeconds}::float8[], ${state.mode}::text[], ${state.wins}::boolean[])
      as report ("machineId", at, occupation, "programId", "programName", "programRevision", "programSha256",
        "totalSeconds", mode, wins)
    where ${isOfOrganisations('state.organisationId', newest)} and state."machineId" = report."machineId"
      and (report.wins or state."activityAt" is null or state."activityAt" <= report.at
        or state."activityAt" > ${now}::timestamptz)
      and (state."activityAt", state.occupation, state."programId") is distinct
        from (report.at, report.occupation, report."programId")`.execute(trx);
}
