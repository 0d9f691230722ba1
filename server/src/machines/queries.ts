import { searchWords } from '@fournil/contract/kit/search';
import type { MachineCounts, MachineView } from '@fournil/contract/machines/machine';
import type { MachinePage } from '@fournil/contract/machines/machineQuery';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { matchesFields } from '../db/fields.ts';
import { isFound, isInFleet, lastedDuring, mayLastSince } from '../db/predicates.ts';
import { structuresBelow } from '../db/structureTree.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { pageOf, sliceOf } from '../kit/page.ts';
import { seesEveryMachine, structureAndBelow, visibleMachines, visibleStructures } from '../rights/index.ts';
import { machineColumns } from './listFields.ts';
import { machineAsJson, machinesAsJson } from './machineJson.ts';

/** Which machines: the part of a list's query that a bulk action or a file has too. */
export type MachineSelection = Pick<MachinePage, 'filters' | 'fields'>;

/** The offset from which the total is counted before the page is read. */
const deepRow = 5000;

/**
 * MAC-01. The page, as the JSON of its machines with commas between them, and its total in one round trip; data beside
 * a machine are read for the page's rows only.
 */
export async function listMachines(
  trx: Trx,
  member: Member,
  { page, itemsPerPage, order, ...selection }: MachinePage,
  now: Date,
): Promise<{ members: string; total: number }> {
  const query = filteredMachines(trx, member, selection);
  const isWhole = isUnfiltered(selection) && seesEveryMachine(member);
  const totals = isWhole
    ? totalOfOrganisation(trx, member)
    : query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const by = machineColumns(member)[order?.field ?? 'name'];
  const direction = order?.direction ?? 'asc';
  const isDeep = isWhole && page * itemsPerPage > deepRow;
  const slice = isDeep ? sliceOf(page, itemsPerPage, (await totals).total, direction) : null;
  const readDirection = slice?.direction ?? direction;
  const ids = query
    .select('machines.id')
    .orderBy(by, readDirection)
    .orderBy('machines.id', readDirection)
    .$call((one) => (slice ? one.limit(sql.lit(slice.limit)).offset(slice.offset) : pageOf(page, itemsPerPage)(one)));
  const [members, { total }] = await Promise.all([
    itemsPerPage === 0 ? '' : membersOf(trx, machinesAsJson(member, now, ids), readDirection === direction),
    totals,
  ]);
  return { members, total };
}

async function membersOf(trx: Trx, machines: RawBuilder<unknown>, isInOrder: boolean): Promise<string> {
  const { rows } = await sql<{ members: string | null }>`
    select string_agg(json, ',' order by place ${sql.raw(isInOrder ? 'asc' : 'desc')}) as members
    from (${machines}) as machines`.execute(trx);
  return rows[0]?.members ?? '';
}

function isUnfiltered({ filters, fields }: MachineSelection): boolean {
  return fields.length === 0 && Object.values(filters).every((filter) => filter === undefined);
}

/** The total of an organisation, from the counts that triggers keep. */
function totalOfOrganisation(trx: Trx, { organisationId }: Member) {
  return trx
    .selectFrom('machineTotals')
    .where('organisationId', '=', organisationId)
    .select(sql<number>`coalesce(sum(machines), 0)::int`.as('total'))
    .executeTakeFirstOrThrow();
}

/** The ids of all matching machines, for a bulk action. */
export async function machineIds(
  trx: Trx,
  member: Member,
  selection: MachineSelection,
  limit: number,
): Promise<string[]> {
  const rows = await filteredMachines(trx, member, selection).select('machines.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Throws 404 for what the caller does not see. */
export async function showMachine({ trx, caller, now }: CallContext, id: string): Promise<MachineView> {
  const condition = sql<boolean>`machines.id = ${id} and ${visibleMachines(caller)}`;
  const { rows } = await machineAsJson(caller, now(), condition).execute(trx);
  if (!rows[0]) throw notFound();
  return JSON.parse(rows[0].json) as MachineView;
}

/** The numbers beside the list's title, with the same filters. */
export async function countMachines(trx: Trx, member: Member, selection: MachineSelection): Promise<MachineCounts> {
  return filteredMachines(trx, member, selection)
    .innerJoin('machineStates as state', 'state.machineId', 'machines.id')
    .select([
      sql<number>`count(*)::int`.as('total'),
      // Connected machines, approved or not: as the home page counts them, and the filter `connected` lists them.
      sql<number>`(count(*) filter (where state.connected))::int`.as('connected'),
      sql<number>`(count(*) filter (where ${isInFleet} and state.connected and state."openErrorCount" > 0))::int`.as(
        'failing',
      ),
      sql<number>`(count(*) filter (where ${isInFleet} and not state.connected))::int`.as('away'),
      // What the filter `approved=false` lists.
      sql<number>`(count(*) filter (where not machines.approved))::int`.as('notApproved'),
      sql<number>`(count(*) filter (where machines."pairedAt" is null))::int`.as('notPaired'),
    ])
    .executeTakeFirstOrThrow();
}

export function filteredMachines(trx: Trx, member: Member, { filters, fields }: MachineSelection) {
  const {
    q,
    id,
    category,
    structure,
    approved,
    active,
    connected,
    failing,
    faultsSince,
    faultsUntil,
    paired,
    hasTimezone,
    programs,
    withoutProgram,
    menu,
  } = filters;
  const categories = category === undefined ? undefined : [category].flat();
  const state = (condition: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select from "machineStates" where "machineId" = machines.id and ${condition})`;
  return trx
    .selectFrom('machines')
    .where(visibleMachines(member))
    .$if(fields.length > 0, (qb) => qb.where(matchesFields(machineColumns(member), fields)))
    .$if(id !== undefined, (qb) => qb.where(sql<boolean>`machines.id = any(${[id ?? []].flat()}::uuid[])`))
    .$if(q !== undefined, (qb) => qb.where(isMachineFound(member, q ?? '')))
    .$if(categories !== undefined, (qb) => qb.where(sql<boolean>`machines.category = any(${categories ?? []}::text[])`))
    .$if(structure !== undefined, (qb) =>
      qb.where(sql<boolean>`machines."structureId" in (${structureAndBelow(member, structure ?? '')})`),
    )
    .$if(approved !== undefined, (qb) => qb.where('machines.approved', '=', approved ?? true))
    .$if(active !== undefined, (qb) => qb.where('machines.active', '=', active ?? true))
    .$if(paired !== undefined, (qb) => qb.where('machines.pairedAt', paired ? 'is not' : 'is', null))
    .$if(hasTimezone !== undefined, (qb) => qb.where('machines.timezone', hasTimezone ? 'is not' : 'is', null))
    .$if(connected !== undefined, (qb) => qb.where(state(sql`connected = ${connected}`)))
    .$if(failing !== undefined, (qb) =>
      qb.where(state(failing ? sql`"openErrorCount" > 0` : sql`"openErrorCount" = 0`)),
    )
    .$if(faultsSince !== undefined || faultsUntil !== undefined, (qb) =>
      qb.where(hadFault(member, faultsSince, faultsUntil)),
    )
    .$if(menu !== undefined, (qb) =>
      qb.where(
        sql<boolean>`machines.id in (select "machineId" from "machineMenus"
          where "organisationId" = ${member.organisationId} and "menuId" = ${menu ?? ''})`,
      ),
    )
    .$if(programs !== undefined, (qb) => qb.where(holds(programs ?? '')))
    .$if(withoutProgram !== undefined, (qb) => qb.where(sql<boolean>`not ${holds(withoutProgram ?? '')}`));
}

/** The machine had a fault that lasted at some time of the period. */
function hadFault({ organisationId }: Member, since: string | undefined, until: string | undefined) {
  const { late, long } = mayLastSince(since ?? '-infinity');
  return sql<boolean>`machines.id in (select "machineId" from "machineErrors"
    where "organisationId" = ${organisationId} and ${lastedDuring(since, until)} and (${late} or ${long}))`;
}

/** The program is installed on the machine, or is to be. */
function holds(programId: string): RawBuilder<boolean> {
  return sql`exists (select from installations where "machineId" = machines.id and "programId" = ${programId})`;
}

/** GEN-12: by name, serial number, and the names of its structure and those above; a word may be in any of them. */
export function isMachineFound(member: Member, q: string): RawBuilder<boolean> {
  const words = searchWords(q).map((word) => {
    const named = sql`select id from structures where ${isFound(word, 'structures.name')} and ${visibleStructures(member)}`;
    return sql`(${isFound(word, 'machines.name', 'machines.serialNumber')}
      or machines."structureId" in (${structuresBelow(named)}))`;
  });
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(words, sql` and `)})`;
}
