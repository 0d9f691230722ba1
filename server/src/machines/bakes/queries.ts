import { iri } from '@fournil/contract/kit/addresses';
import { countedItems } from '@fournil/contract/kit/hydra';
import type { Page } from '@fournil/contract/kit/listQuery';
import { type BakeView, bakeEnds } from '@fournil/contract/machines/bakes';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import { listed, type Slice } from '../../kit/page.ts';
import { bakedProgramOf, endOfActivity } from '../log/queries.ts';
import { type BakeFilters, type BakeStarts, findStarts } from './starts.ts';

type BakePage = Page<BakeFilters, 'start'>;

const countedSlice: Slice = { limit: countedItems + 1, offset: 0, direction: 'desc' };

/** MNU-04: which bakes of a program a person sees, newest first by default. */
export async function listBakes(
  trx: Trx,
  member: Member,
  { page, itemsPerPage, order, filters }: BakePage,
): Promise<{ items: BakeView[]; total: number }> {
  const starts = await findStarts(trx, member, filters);
  const [items, { rows }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      readBakes(trx, starts, {
        limit: itemsPerPage,
        offset: (page - 1) * itemsPerPage,
        direction: order?.direction ?? 'desc',
      }),
    ),
    sql<{ total: number }>`select count(*)::int as total from (
      ${starts(countedSlice)} limit ${sql.lit(countedSlice.limit)}) as counted`.execute(trx),
  ]);
  return { items, total: rows[0]?.total ?? 0 };
}

/** Where a page of a file ended: rows are ordered by instant and id, newest first. */
export type BakePlace = Pick<BakeView, 'start' | 'id'>;

/** The next bakes after a place of the list. */
export async function bakesAfter(
  trx: Trx,
  member: Member,
  filters: BakeFilters,
  place: BakePlace | null,
  limit: number,
): Promise<BakeView[]> {
  const isAfter = place ? sql`(at, id) < (${place.start}::timestamptz, ${place.id}::uuid)` : sql`true`;
  return readBakes(trx, await findStarts(trx, member, filters), { limit, offset: 0, direction: 'desc' }, isAfter);
}

async function readBakes(
  trx: Trx,
  startsOf: BakeStarts,
  slice: Slice,
  condition?: RawBuilder<unknown>,
): Promise<BakeView[]> {
  const { limit, offset, direction } = slice;
  const by = (id: string) => sql.raw(`at ${direction}, ${id} ${direction}`);
  const { rows } = await sql<Row>`select activities.*, machines.name as "machineName", machines."serialNumber",
      machines.timezone, machines."structureId", structures.name as "structureName", ${endOfActivity} as "end"
    from (${startsOf(slice, condition)} order by ${by('id')} limit ${sql.lit(limit)} offset ${sql.lit(offset)})
      as activities
    join machines on machines."organisationId" = activities."organisationId" and machines.id = activities."machineId"
    left join structures on structures."organisationId" = machines."organisationId"
      and structures.id = machines."structureId"
    order by ${by('activities.id')}`.execute(trx);
  return rows.map(toView);
}

interface Row {
  id: string;
  machineId: string;
  machineName: string;
  serialNumber: string;
  timezone: string | null;
  structureId: string | null;
  structureName: string | null;
  at: Date;
  programId: string;
  programName: string;
  programRevision: number;
  programSha256: string | null;
  programChanged: boolean | null;
  softwareVersion: string | null;
  saidAt: string | null;
  end: { date: string; mode: string | null } | null;
}

function toView(row: Row): BakeView {
  return {
    '@id': iri('bakes', row.id),
    '@type': 'Bake',
    id: row.id,
    machine: iri('machines', row.machineId),
    machineName: row.machineName,
    serialNumber: row.serialNumber,
    structure: row.structureId && iri('structures', row.structureId),
    structureName: row.structureName,
    timezone: row.timezone,
    program: bakedProgramOf(row),
    softwareVersion: row.softwareVersion,
    start: row.at.toISOString(),
    end: row.end?.date ?? null,
    ended: bakeEnds.find((one) => one === row.end?.mode) ?? null,
    clockWrong: row.saidAt !== null,
  };
}
