import { iri } from '@fournil/contract/kit/addresses';
import { countedItems } from '@fournil/contract/kit/hydra';
import {
  type FaultKind,
  type FaultListFilters,
  type FaultListPage,
  faultListLimits,
  type ListedFault,
} from '@fournil/contract/machines/faultList';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import { listed } from '../../kit/page.ts';
import { visibleMachines } from '../../rights/index.ts';
import { bakedProgramOf } from '../log/queries.ts';
import { type Windows, windowsOf } from './periods.ts';
import { type Asked, askFor, countFaults, inOrder, type Order, type Place, selectFaults } from './select.ts';

const newestFirst: Order = { field: 'dateStart', direction: 'desc' };

/** An oven that did not report the end of a bake is not said to bake longer than this. */
const longestBakeHours = 24;

/** DAY-16: the faults and losses of connection of the machines that a person sees, newest first by default. */
export async function listFaults(
  trx: Trx,
  member: Member,
  { page, itemsPerPage, order, filters }: FaultListPage,
  now: Date,
): Promise<{ items: ListedFault[]; total: number }> {
  const windows = filters.period === undefined ? null : await windowsOf(trx, member, filters.period, now);
  const asked = await askFor(trx, member, filters, windows);
  const offset = (page - 1) * itemsPerPage;
  const { field, direction } = order ?? newestFirst;
  const [rows, counted] = await Promise.all([
    listed(page, itemsPerPage, () =>
      field === 'program'
        ? readByProgram(trx, asked, direction, itemsPerPage, offset)
        : readPage(trx, asked, { field, direction }, itemsPerPage, offset),
    ),
    countFaults(asked, countedItems + 1).execute(trx),
  ]);
  return { items: rows.map(toView), total: counted.rows[0]?.total ?? 0 };
}

async function readPage(trx: Trx, asked: Asked, order: Order, limit: number, offset: number, after?: Place) {
  const page = sql`select * from (${selectFaults(asked, order, offset + limit, after)}) as faults
    order by ${inOrder(order)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const { rows } = await withDetails(asked, page, inOrder(order)).execute(trx);
  return rows;
}

/** Those during which nothing was baked come last. */
async function readByProgram(trx: Trx, asked: Asked, direction: 'asc' | 'desc', limit: number, offset: number) {
  const newest = selectFaults(asked, newestFirst, faultListLimits.sortedByProgram);
  const by = sql`bake.at is null, bake."programName" collate natural_order ${sql.raw(direction)} nulls last,
    "dateStart" desc, faults.id desc`;
  const page = sql`select faults.* from (select * from (${newest}) as faults order by ${inOrder(newestFirst)}
      limit ${sql.lit(faultListLimits.sortedByProgram)}) as faults
    ${joinBake} order by ${by} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const { rows } = await withDetails(asked, page, by).execute(trx);
  return rows;
}

/** What was being baked when a fault began: the last start or end of a bake before it, where it is a start. */
const joinBake = sql`left join lateral (
    select last.* from (
      select * from activities
      where activities."organisationId" = faults."organisationId" and activities."machineId" = faults."machineId"
        and type in ('ProgramStart', 'ProgramEnd', 'ManualStart', 'ManualEnd')
        and at <= faults."dateStart" and at > faults."dateStart" - make_interval(hours => ${sql.lit(longestBakeHours)})
      order by at desc, id desc limit 1
    ) as last where last.type in ('ProgramStart', 'ManualStart')
  ) as bake on true`;

/** With what the list shows beside a fault, for the rows of a page. */
function withDetails({ member }: Asked, page: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`select faults.*, "dateStart"::text as "exactStart", machines.name as "machineName",
      machines."serialNumber", machines.timezone, machines."structureId", structures.name as "structureName",
      bake.at as "bakeStart", bake."programId", bake."programName", bake."programRevision", bake."programSha256",
      bake."programChanged", (select count(*)::int from "outageMachines" as other
        join machines on machines.id = other."machineId"
        where other."organisationId" = ${member.organisationId} and other."outageId" = faults."outageId"
          and other."machineId" <> faults."machineId" and ${visibleMachines(member)}) as "otherMachines"
    from (${page}) as faults
      join machines on machines."organisationId" = faults."organisationId" and machines.id = faults."machineId"
      left join structures on structures."organisationId" = machines."organisationId"
        and structures.id = machines."structureId"
      ${joinBake}
    order by ${by}`;
}

/** With its place in a file. */
export type PlacedFault = ListedFault & Place;

/** The next faults after a place of the list, newest first. */
export async function faultsAfter(
  trx: Trx,
  member: Member,
  filters: FaultListFilters,
  windows: Windows | null,
  place: Place | null,
  limit: number,
): Promise<PlacedFault[]> {
  const asked = await askFor(trx, member, filters, windows);
  const rows = await readPage(trx, asked, newestFirst, limit, 0, place ?? undefined);
  return rows.map((row) => ({ ...toView(row), exactStart: row.exactStart }));
}

interface Row extends Place {
  kind: FaultKind;
  machineId: string;
  dateStart: Date;
  dateEnd: Date | null;
  clockWrong: boolean;
  byServer: boolean;
  machineName: string;
  serialNumber: string;
  timezone: string | null;
  structureId: string | null;
  structureName: string | null;
  otherMachines: number;
  bakeStart: Date | null;
  programId: string | null;
  programName: string | null;
  programRevision: number | null;
  programSha256: string | null;
  programChanged: boolean | null;
}

function toView(row: Row): ListedFault {
  const { programName } = row;
  return {
    '@id': iri('faults', row.id),
    '@type': 'Fault',
    id: row.id,
    kind: row.kind,
    machine: iri('machines', row.machineId),
    machineName: row.machineName,
    serialNumber: row.serialNumber,
    structure: row.structureId && iri('structures', row.structureId),
    structureName: row.structureName,
    timezone: row.timezone,
    dateStart: row.dateStart.toISOString(),
    dateEnd: row.dateEnd?.toISOString() ?? null,
    bake: row.bakeStart && {
      program: programName === null ? null : bakedProgramOf({ ...row, programName }),
      start: row.bakeStart.toISOString(),
    },
    otherMachines: row.otherMachines,
    clockWrong: row.clockWrong,
    byServer: row.byServer,
  };
}
