import { iri } from '@fournil/contract/kit/hydra';
import type { ActivityView, MachineErrorView, ReadingView } from '@fournil/contract/machines/machine';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { pageOf } from '../kit/page.ts';

/** A stretch of a machine's log, newest first unless said otherwise. The caller has checked that the reader sees the machine. */
export interface LogSlice {
  page: number;
  itemsPerPage: number;
  order: { direction: 'asc' | 'desc' } | null;
  filters: { from?: string | undefined; to?: string | undefined };
}

export async function listActivities(trx: Trx, machineId: string, { page, itemsPerPage, order, filters }: LogSlice) {
  const query = trx
    .selectFrom('activities')
    .where('machineId', '=', machineId)
    .$if(filters.from !== undefined, (qb) => qb.where('at', '>=', new Date(filters.from ?? 0)))
    .$if(filters.to !== undefined, (qb) => qb.where('at', '<', new Date(filters.to ?? 0)));
  const direction = order?.direction ?? 'desc';
  const [rows, { total }] = await Promise.all([
    query.selectAll().orderBy('at', direction).orderBy('id', direction).$call(pageOf(page, itemsPerPage)).execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const items: ActivityView[] = rows.map((row) => ({
    '@id': iri('activities', row.id),
    '@type': 'Activity',
    id: row.id,
    type: row.type,
    date: row.at.toISOString(),
    program: row.programName === null ? null : { id: row.programId, name: row.programName },
    mode: row.mode,
  }));
  return { items, total };
}

export async function listErrors(trx: Trx, machineId: string, { page, itemsPerPage, order, filters }: LogSlice) {
  const query = trx
    .selectFrom('machineErrors')
    .where('machineId', '=', machineId)
    .$if(filters.from !== undefined, (qb) => qb.where('dateStart', '>=', new Date(filters.from ?? 0)))
    .$if(filters.to !== undefined, (qb) => qb.where('dateStart', '<', new Date(filters.to ?? 0)));
  const [rows, { total }] = await Promise.all([
    query
      .selectAll()
      .orderBy(sql`"dateEnd" is null`, 'desc')
      .orderBy('dateStart', order?.direction ?? 'desc')
      .$call(pageOf(page, itemsPerPage))
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const items: MachineErrorView[] = rows.map((row) => ({
    '@id': iri('errors', row.id),
    '@type': 'MachineError',
    id: row.id,
    name: row.code,
    dateStart: row.dateStart.toISOString(),
    dateEnd: row.dateEnd?.toISOString() ?? null,
  }));
  return { items, total };
}

export async function listReadings(trx: Trx, machineId: string, { itemsPerPage, filters }: LogSlice): Promise<ReadingView[]> {
  const rows = await trx
    .selectFrom('readings')
    .select(['at', 'chamberTemperatureCelsius', 'setTemperatureCelsius'])
    .where('machineId', '=', machineId)
    .$if(filters.from !== undefined, (qb) => qb.where('at', '>=', new Date(filters.from ?? 0)))
    .$if(filters.to !== undefined, (qb) => qb.where('at', '<', new Date(filters.to ?? 0)))
    .orderBy('at')
    .limit(itemsPerPage)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
