import type { FaultCode } from '@fournil/contract/machines/faults';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations, organisationGroups } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { isPossible, later } from './clock.ts';
import { columnsOf, latest } from './columns.ts';
import { insertApart } from './insertApart.ts';
import { type MisdatedPeriods, rememberMisdated } from './misdated.ts';

/** A row that a batch of reports has inserted or changed. */
export interface ChangedFault {
  machineId: string;
  organisationId: string;
  code: FaultCode;
  dateStart: Date;
  dateEnd: Date | null;
  inserted: boolean;
}

/** One entry as reported. */
export interface FaultRow {
  id: string;
  machineId: string;
  organisationId: string;
  reportId: string;
  code: FaultCode;
  dateStart: string;
  dateEnd: string | null;
  /** The start as reported by a wrong clock. */
  saidStart: string | null;
}

/** A fault whose start was reported by a wrong clock: in the table already, or about to be. */
interface MisdatedFault {
  id: string;
  machineId: string;
  organisationId: string;
  code: FaultCode;
  dateStart: string;
  dateEnd: string | null;
  saidStart: string;
  /** The report that began it; null when its end came first. */
  reportId: string | null;
  endReportId: string | null;
}

/**
 * LNK-05: matches starts and ends of faults dated by a wrong clock, by the reported start and the reports' ids, because
 * a clock that restarts at the same time gives two faults the same start. Returns the entries that can be stored by
 * their times (`plain`) and the changed faults.
 */
export async function storeMisdatedFaults(
  services: Services,
  trx: Trx,
  rows: FaultRow[],
  periods: MisdatedPeriods,
): Promise<{ plain: FaultRow[]; changed: ChangedFault[] }> {
  const candidates = {
    said: await findMisdated(services, trx, rows, periods),
    plain: await findAtTheirTime(services, trx, rows),
  };
  const plainRows: FaultRow[] = [];
  const addedFaults: MisdatedFault[] = [];
  const touched = new Set<MisdatedFault>();
  for (const row of rows) {
    const ofRow = candidates.said.get(keyOf(row)) ?? [];
    if (row.saidStart === null && ofRow.length === 0) plainRows.push(row);
    else if (row.saidStart !== null && candidates.plain.has(keyOf(row)))
      plainRows.push({ ...row, dateStart: row.saidStart, saidStart: null });
    else {
      const { added, changed } = take(row, ofRow);
      if (added) {
        addedFaults.push(added);
        candidates.said.set(keyOf(row), [...ofRow, added]);
      }
      if (changed) touched.add(changed);
    }
  }
  const before = [...touched].filter((one) => !addedFaults.includes(one));
  await update(trx, before);
  const inserted = await insertApart(
    addedFaults,
    (row) => row.dateStart,
    (row, at) => ({ ...row, dateStart: at, dateEnd: row.dateEnd !== null && row.dateEnd < at ? at : row.dateEnd }),
    (some) => insert(trx, some),
    (some) => storedOf(trx, some),
  );
  await rememberMisdated(
    trx,
    inserted.map(({ machineId, organisationId, dateStart: at }) => ({ machineId, organisationId, at })),
  );
  const changed = [
    ...inserted.map((one) => ({ ...one, inserted: true })),
    ...before
      .filter((one) => one.dateEnd !== null && one.endReportId !== null)
      .map((one) => ({ ...one, inserted: false })),
  ];
  return {
    plain: plainRows,
    changed: changed.map((one) => ({
      ...one,
      dateStart: new Date(one.dateStart),
      dateEnd: one.dateEnd === null ? null : new Date(one.dateEnd),
    })),
  };
}

function keyOf({
  machineId,
  code,
  saidStart,
  dateStart,
}: Pick<FaultRow, 'machineId' | 'code' | 'saidStart' | 'dateStart'>): string {
  return `${machineId} ${code} ${saidStart ?? dateStart}`;
}

/** The fault that this entry adds or completes; nothing for a repeated report. */
function take(row: FaultRow, candidates: readonly MisdatedFault[]): { added?: MisdatedFault; changed?: MisdatedFault } {
  const { dateEnd, reportId } = row;
  const saidStart = row.saidStart ?? row.dateStart;
  if (candidates.some((one) => (dateEnd === null ? one.reportId : one.endReportId) === reportId)) return {};
  const partner = candidates.find((one) => (dateEnd === null ? one.reportId === null : one.dateEnd === null));
  if (!partner) {
    const ids = dateEnd === null ? { reportId, endReportId: null } : { reportId: null, endReportId: reportId };
    return { added: { ...row, saidStart, ...ids } };
  }
  if (dateEnd === null) partner.reportId = reportId;
  else {
    partner.dateEnd = later(dateEnd, partner.dateStart);
    partner.endReportId = reportId;
  }
  return { changed: partner };
}

/** The faults of these starts that were dated by a wrong clock, in the period in which the machine's was. */
async function findMisdated(
  services: Services,
  trx: Trx,
  rows: FaultRow[],
  periods: MisdatedPeriods,
): Promise<Map<string, MisdatedFault[]>> {
  const datedRows = rows.flatMap((row) => {
    const period = periods.get(row.machineId);
    return period ? [{ ...row, said: row.saidStart ?? row.dateStart, from: period.from, until: period.until }] : [];
  });
  if (datedRows.length === 0) return new Map();
  const once = latest(
    datedRows,
    (row) => `${row.machineId} ${row.code} ${row.said}`,
    () => false,
  );
  const rowsOfAll: Found[] = [];
  for (const { rows: some, isHere } of organisationGroups(services.db, once)) {
    const all = columnsOf(some, 'machineId', 'code', 'said', 'from', 'until');
    // With `offset 0` the subquery is asked row by row: only so are the other partitions left out.
    const { rows: rowsOfGroup } =
      await sql<Found>`select found.* from unnest(${all.machineId}::uuid[], ${all.code}::text[],
        ${all.said}::text[], ${all.from}::timestamptz[], ${all.until}::timestamptz[])
        as row ("machineId", code, said, first, last),
      lateral (select id, known."machineId", "organisationId", known.code, "dateStart", "dateEnd", "saidStart",
          "reportId", "endReportId" from "machineErrors" known
        where "saidStart" is not null and ${isHere('known.organisationId')} and known."machineId" = row."machineId"
          and known.code = row.code and "saidStart" = row.said and "dateStart" >= row.first
          and "dateStart" <= row.last offset 0) as found
      order by "dateStart"`.execute(trx);
    rowsOfAll.push(...rowsOfGroup);
  }
  const faults = rowsOfAll.map(
    (one): MisdatedFault => ({
      ...one,
      dateStart: one.dateStart.toISOString(),
      dateEnd: one.dateEnd?.toISOString() ?? null,
    }),
  );
  return Map.groupBy(faults, keyOf);
}

type Found = Omit<MisdatedFault, 'dateStart' | 'dateEnd'> & { dateStart: Date; dateEnd: Date | null };

/** Those stored under their reported time, before the clock was known to be wrong. */
async function findAtTheirTime(services: Services, trx: Trx, rows: FaultRow[]): Promise<Set<string>> {
  const doubtful = rows.filter((row) => row.saidStart !== null && isPossible(row.saidStart, services.now()));
  const keys = new Set<string>();
  for (const { rows: some, isHere } of organisationGroups(services.db, doubtful)) {
    const all = columnsOf(some, 'organisationId', 'machineId', 'code', 'saidStart');
    const { rows: faults } = await sql<{ machineId: string; code: FaultCode; dateStart: Date }>`
      select found.* from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.code}::text[],
          ${all.saidStart}::timestamptz[]) as row ("organisationId", "machineId", code, at),
        lateral (select known."machineId", known.code, "dateStart" from "machineErrors" known
          where ${isHere('known.organisationId')} and known."organisationId" = row."organisationId"
            and known."machineId" = row."machineId" and known.code = row.code and "dateStart" = row.at
            and "saidStart" is null and not "byServer" limit 1) as found`.execute(trx);
    for (const one of faults) keys.add(keyOf({ ...one, dateStart: one.dateStart.toISOString(), saidStart: null }));
  }
  return keys;
}

async function update(trx: Trx, rows: readonly MisdatedFault[]): Promise<void> {
  if (rows.length === 0) return;
  const all = columnsOf(rows, 'id', 'machineId', 'dateStart', 'dateEnd', 'reportId', 'endReportId');
  await sql`update "machineErrors" error set "dateEnd" = row."dateEnd", "reportId" = row."reportId",
    "endReportId" = row."endReportId"
    from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.dateStart}::timestamptz[],
      ${all.dateEnd}::timestamptz[], ${all.reportId}::text[], ${all.endReportId}::text[])
      as row (id, "machineId", "dateStart", "dateEnd", "reportId", "endReportId")
    where ${isOfOrganisations('error.organisationId', rows)} and error.id = row.id
      and error."machineId" = row."machineId" and error."dateStart" = row."dateStart"`.execute(trx);
}

async function insert(trx: Trx, rows: readonly MisdatedFault[]): Promise<string[]> {
  const all = columnsOf(
    rows,
    'id',
    'machineId',
    'organisationId',
    'code',
    'dateStart',
    'dateEnd',
    'saidStart',
    'reportId',
    'endReportId',
  );
  const { rows: inserted } = await sql<{ id: string }>`insert into "machineErrors"
      (id, "machineId", "organisationId", code, "dateStart", "dateEnd", "saidStart", "reportId", "endReportId")
    select * from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[],
      ${all.code}::text[], ${all.dateStart}::timestamptz[],
      ${all.dateEnd}::timestamptz[], ${all.saidStart}::text[], ${all.reportId}::text[], ${all.endReportId}::text[])
    on conflict do nothing returning id`.execute(trx);
  return inserted.map(({ id }) => id);
}

async function storedOf(trx: Trx, rows: readonly MisdatedFault[]): Promise<string[]> {
  const all = columnsOf(rows, 'id', 'organisationId', 'machineId', 'code', 'saidStart', 'reportId', 'endReportId');
  const { rows: storedRows } = await sql<{ id: string }>`select distinct row.id
    from unnest(${all.id}::uuid[], ${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.code}::text[],
      ${all.saidStart}::text[], ${all.reportId}::text[], ${all.endReportId}::text[])
      as row (id, "organisationId", "machineId", code, "saidStart", "reportId", "endReportId")
    join "machineErrors" known on known."organisationId" = row."organisationId" and known."machineId" = row."machineId"
      and known.code = row.code and known."saidStart" = row."saidStart"
      and (known."reportId" = row."reportId" or known."endReportId" = row."endReportId")`.execute(trx);
  return storedRows.map(({ id }) => id);
}
