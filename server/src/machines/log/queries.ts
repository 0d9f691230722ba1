import { iri } from '@fournil/contract/kit/addresses';
import { type ActivityType, activityTypes, endOf } from '@fournil/contract/machines/activities';
import type { BakedProgram } from '@fournil/contract/machines/bakes';
import type { ActivityView, FaultView, ReadingView } from '@fournil/contract/machines/machine';
import { sql } from 'kysely';
import type { CallContext } from '../../kit/context.ts';
import { anyOf, cappedPage, cappedTotalOfAny, listed, ofKinds, pageOf } from '../../kit/page.ts';
import { requireMachine } from '../../rights/index.ts';
import { readingsOf } from './readings.ts';

/** A part of a machine's log, newest first by default. */
export interface LogSlice {
  page: number;
  itemsPerPage: number;
  order: { direction: 'asc' | 'desc' } | null;
  filters: { from?: string | undefined; to?: string | undefined };
}

interface ActivitySlice extends LogSlice {
  filters: LogSlice['filters'] & { type?: ActivityType | ActivityType[] | undefined; program?: string | undefined };
}

interface ErrorSlice extends LogSlice {
  filters: LogSlice['filters'] & { open?: boolean | undefined };
}

/** The event that ends each kind: `{ start, end }` for each kind that has both. */
const endings = activityTypes.flatMap((start) => {
  const end = endOf(start);
  return end ? [{ start, end }] : [];
});

/** The time and kind of the end: the next event of the same kind, if it is an end and not another start. */
export const endOfActivity = sql<{ date: string; mode: string | null } | null>`(
  select case when next.type = ending.end then jsonb_build_object('date', to_char(next.at at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mode', next.mode) end
  from (values ${sql.join(
    endings.map(
      ({ start, end }) => sql`(${sql.lit(start)},
    ${sql.lit(end)})`,
    ),
  )}) as ending (start, "end")
  cross join lateral (
    select type, at, mode from activities next
    where next."machineId" = activities."machineId" and next.type in (ending.start, ending.end)
      -- The first condition leaves out the partitions before.
      and next.at >= activities.at and (next.at, next.id) > (activities.at, activities.id)
    order by next.at, next.id limit 1
  ) next
  where ending.start = activities.type
)`;

export async function listActivities(
  { trx, caller }: CallContext,
  { page, itemsPerPage, order, filters }: ActivitySlice,
  machineId: string,
) {
  await requireMachine(trx, caller, machineId);
  const ofMachine = trx
    .selectFrom('activities')
    .where('machineId', '=', machineId)
    .$if(filters.from !== undefined, (qb) => qb.where('at', '>=', new Date(filters.from ?? 0)))
    .$if(filters.to !== undefined, (qb) => qb.where('at', '<', new Date(filters.to ?? 0)))
    .$if(filters.program !== undefined, (qb) => qb.where('programId', '=', filters.program ?? ''));
  const readings = ofKinds(ofMachine, filters.type);
  const direction = order?.direction ?? 'desc';
  const upToPage = readings.map((reading) =>
    reading
      .selectAll()
      .orderBy('at', direction)
      .orderBy('id', direction)
      .limit(page * itemsPerPage),
  );
  const rowsOfPage = anyOf(trx, 'activities', upToPage)
    .selectAll()
    .orderBy('at', direction)
    .orderBy('id', direction)
    .$call(pageOf(page, itemsPerPage));
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      trx
        .selectFrom(rowsOfPage.as('activities'))
        .selectAll()
        // For the page's rows only, because the end is a subquery for each row.
        .select(endOfActivity.as('end'))
        .orderBy('at', direction)
        .orderBy('id', direction)
        .execute(),
    ),
    cappedTotalOfAny(trx, 'activities', readings),
  ]);
  const items: ActivityView[] = rows.map((row) => ({
    '@id': iri('activities', row.id),
    '@type': 'Activity',
    id: row.id,
    type: row.type,
    date: row.at.toISOString(),
    program: row.programName === null ? null : bakedProgramOf({ ...row, programName: row.programName }),
    softwareVersion: row.softwareVersion,
    mode: row.mode,
    end: row.end,
    clockWrong: row.saidAt !== null,
  }));
  return { items, total };
}

/** MNU-04: the program of a start or end, as the oven reported it. */
export function bakedProgramOf(row: {
  programId: string | null;
  programName: string;
  programRevision: number | null;
  programSha256: string | null;
  programChanged: boolean | null;
}): BakedProgram {
  return {
    id: row.programId,
    name: row.programName,
    revision: row.programRevision,
    sha256: row.programSha256,
    changed: row.programChanged,
  };
}

export async function listErrors(
  { trx, caller }: CallContext,
  { page, itemsPerPage, order, filters }: ErrorSlice,
  machineId: string,
) {
  await requireMachine(trx, caller, machineId);
  const query = trx
    .selectFrom('machineErrors')
    .where('machineId', '=', machineId)
    .$if(filters.from !== undefined, (qb) => qb.where('dateStart', '>=', new Date(filters.from ?? 0)))
    .$if(filters.to !== undefined, (qb) => qb.where('dateStart', '<', new Date(filters.to ?? 0)))
    .$if(filters.open !== undefined, (qb) => qb.where('dateEnd', filters.open ? 'is' : 'is not', null));
  const { rows, total } = await cappedPage(trx, query, { page, itemsPerPage }, (qb) =>
    qb
      .selectAll()
      .orderBy(sql`"dateEnd" is null`, 'desc')
      .orderBy('dateStart', order?.direction ?? 'desc')
      .orderBy('id'),
  );
  const items: FaultView[] = rows.map((row) => ({
    '@id': iri('errors', row.id),
    '@type': 'MachineError',
    id: row.id,
    name: row.code,
    dateStart: row.dateStart.toISOString(),
    dateEnd: row.dateEnd?.toISOString() ?? null,
    clockWrong: row.saidStart !== null,
    byServer: row.byServer,
  }));
  return { items, total };
}

export async function listReadings(
  { trx, caller }: CallContext,
  { itemsPerPage, filters }: LogSlice,
  machineId: string,
) {
  await requireMachine(trx, caller, machineId);
  const period = {
    machineId,
    organisationId: caller.organisationId,
    from: filters.from === undefined ? null : new Date(filters.from),
    to: filters.to === undefined ? null : new Date(filters.to),
    limit: itemsPerPage,
  };
  const { rows } = await sql<{
    at: Date;
    chamberTemperatureCelsius: number | null;
    setTemperatureCelsius: number | null;
  }>`select at, "chamberTemperatureCelsius", "setTemperatureCelsius" from ${readingsOf(period)} as readings
    order by at limit ${sql.lit(itemsPerPage)}`.execute(trx);
  const items: ReadingView[] = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return { items, total: items.length };
}
