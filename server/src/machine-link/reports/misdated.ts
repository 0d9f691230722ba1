import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type Group, isOfOrganisations, organisationGroups } from '../../db/organisations.ts';
import { unpacked } from '../../db/unpackedReadings.ts';
import type { Services } from '../../kit/services.ts';
import { isPossible } from './clock.ts';
import { columnsOf } from './columns.ts';
import type { Report } from './report.ts';

/**
 * LNK-05, SCL-03: for machines whose clock has been wrong, the first and the last of the times that the server gave to
 * their reports. A repeated one gets another time, so it is found by its number, and in the partitions of this period
 * only. Reports of all other machines, nearly all there are, are not looked for: their key contains their time.
 */
export type MisdatedPeriods = ReadonlyMap<string, { from: Date; until: Date }>;

export async function misdatedPeriods(trx: Trx, reports: readonly Report[]): Promise<MisdatedPeriods> {
  const topics = ['activities', 'readings', 'errors'];
  const dated = reports.filter(({ topic }) => topics.includes(topic));
  const ids = new Set(dated.map(({ machineId }) => machineId));
  if (ids.size === 0) return new Map();
  const rows = await trx
    .selectFrom('machineStates')
    .select(['machineId', 'misdatedFrom', 'misdatedUntil'])
    .where(isOfOrganisations('organisationId', dated))
    .where(sql<boolean>`"machineId" = any(${[...ids]}::uuid[])`)
    .where('misdatedFrom', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ machineId, misdatedFrom: from, misdatedUntil: until }) =>
      from && until ? [[machineId, { from, until }] as const] : [],
    ),
  );
}

/** To be called with the rows that were stored with a time of the server's. */
export async function rememberMisdated(
  trx: Trx,
  rows: readonly { machineId: string; organisationId: string; at: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const all = columnsOf(rows, 'machineId', 'at');
  await sql`update "machineStates" state set "misdatedFrom" = least(state."misdatedFrom", misdated.first),
      "misdatedUntil" = greatest(state."misdatedUntil", misdated.last)
    from (select "machineId", min(at) as first, max(at) as last
      from unnest(${all.machineId}::uuid[], ${all.at}::timestamptz[]) as row ("machineId", at) group by 1) as misdated
    where ${isOfOrganisations('state.organisationId', rows)} and state."machineId" = misdated."machineId"`.execute(trx);
}

interface Numbered {
  id: string;
  machineId: string;
  organisationId: string;
  reportId: string;
  saidAt: string | null;
}

/** The ids of the rows that were stored before with a time of the server's. */
export async function knownByNumber(
  services: Services,
  trx: Trx,
  table: 'activities' | 'readings',
  rows: readonly Numbered[],
  periods: MisdatedPeriods,
): Promise<string[]> {
  const doubtful = rows.flatMap((row) => {
    const period = periods.get(row.machineId);
    return period ? [{ ...row, from: period.from, until: period.until }] : [];
  });
  return findKnown(services, trx, doubtful, ({ rows: some, isHere }) => {
    const all = columnsOf(some, 'id', 'machineId', 'reportId', 'from', 'until');
    const rowsAsTable = sql`unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.reportId}::text[],
      ${all.from}::timestamptz[], ${all.until}::timestamptz[]) as row (id, "machineId", "reportId", first, last)`;
    // A limit in the subquery, so that it is asked row by row: only so are the other partitions left out.
    return sql`select row.id from ${rowsAsTable}, lateral (select 1 from ${sql.table(table)} known
        where ${isHere('known.organisationId')} and known."machineId" = row."machineId"
          and known."reportId" = row."reportId" and known."saidAt" is not null and known."reportId" is not null
          and known.at >= row.first and known.at <= row.last limit 1) as found
      ${
        table === 'readings'
          ? sql`union all select row.id from ${rowsAsTable}, lateral (select 1 from "packedReadings" known
              where ${isHere('known.organisationId')} and known."machineId" = row."machineId"
                and row."reportId" = any(known."reportIds") and known.hour >= row.first - interval '1 hour'
                and known.hour <= row.last limit 1) as found`
          : sql``
      }`;
  });
}

/** The ids of the rows of a wrong clock that were stored at their own time, before the clock was known to be wrong. */
export async function knownByTime(
  services: Services,
  trx: Trx,
  table: 'activities' | 'readings',
  rows: readonly Numbered[],
): Promise<string[]> {
  const dated = rows.filter((row) => row.saidAt !== null && isPossible(row.saidAt, services.now()));
  // A reading is identified by its time alone, and has no number then.
  const isSame = table === 'activities' ? sql`known."reportId" = row."reportId"` : sql`known."reportId" is null`;
  return findKnown(services, trx, dated, ({ rows: some, isHere }) => {
    const all = columnsOf(some, 'id', 'machineId', 'organisationId', 'reportId', 'saidAt');
    const rowsAsTable = sql`unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[],
      ${all.reportId}::text[], ${all.saidAt}::timestamptz[]) as row (id, "machineId", "organisationId", "reportId", at)`;
    return sql`select row.id from ${rowsAsTable}, lateral (select 1 from ${sql.table(table)} known
        where ${isHere('known.organisationId')} and known."organisationId" = row."organisationId"
          and known."machineId" = row."machineId" and known.at = row.at and ${isSame} limit 1) as found
      ${
        table === 'readings'
          ? sql`union all select row.id from ${rowsAsTable}, lateral (select 1
              from "packedReadings" packed, ${sql.raw(unpacked('packed'))} as known
              where ${isHere('packed.organisationId')} and packed."organisationId" = row."organisationId"
                and packed."machineId" = row."machineId" and packed.hour = date_trunc('hour', row.at, 'UTC')
                and known.at = row.at and known."reportId" is null
              limit 1) as found`
          : sql``
      }`;
  });
}

/** The ids that a query finds for the rows of each group. */
async function findKnown<Row extends Numbered>(
  services: Services,
  trx: Trx,
  rows: readonly Row[],
  query: (group: Group<Row>) => RawBuilder<unknown>,
): Promise<string[]> {
  const foundIds: string[] = [];
  for (const group of organisationGroups(services.db, rows)) {
    const answer = await sql<{ id: string }>`${query(group)}`.execute(trx);
    foundIds.push(...answer.rows.map(({ id }) => id));
  }
  return foundIds;
}
