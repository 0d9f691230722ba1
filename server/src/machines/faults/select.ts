import { type FaultListFilters, type FaultOrder, faultKinds } from '@fournil/contract/machines/faultList';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { faultDuration, faultEnd, isLongFault, lastedDuring, mayLastSince } from '../../db/predicates.ts';
import type { Member } from '../../kit/caller.ts';
import { seesEveryMachine, structureAndBelow, visibleMachines } from '../../rights/index.ts';
import { machineColumns } from '../listFields.ts';
import { isMachineFound } from '../queries.ts';
import { placeOfMachine, type Windows } from './periods.ts';

/** The faults that a reader asks for. */
export interface Asked {
  member: Member;
  filters: FaultListFilters;
  /** Of `filters.period`. */
  windows: Windows | null;
  /** Few machines are read one by one, each by its own index. */
  areFewMachines: boolean;
}

export interface Order {
  field: Exclude<FaultOrder, 'program'>;
  direction: 'asc' | 'desc';
}

/** Where a page of a file ended: rows are ordered by instant and id, newest first. */
export interface Place {
  /** As PostgreSQL writes it: an outage may begin at a part of a millisecond. */
  exactStart: string;
  id: string;
}

/** Up to this many machines are read one by one. */
const fewMachines = 300;

const columns = sql`id, "organisationId", "machineId", kind, "dateStart", "dateEnd", "clockWrong", "byServer", "outageId"`;

const reported = sql`(select id::text, "organisationId", "machineId", code as kind, "dateStart", "dateEnd",
  "saidStart" is not null as "clockWrong", "byServer", null::uuid as "outageId" from "machineErrors")`;
const lost = sql`(select "outageId" || '-' || "machineId" as id, "organisationId", "machineId", 'outage' as kind,
  "lostAt" as "dateStart", "backAt" as "dateEnd", false as "clockWrong", true as "byServer", "outageId"
  from "outageMachines")`;

export async function askFor(
  trx: Trx,
  member: Member,
  filters: FaultListFilters,
  windows: Windows | null,
): Promise<Asked> {
  const asked = { member, filters, windows, areFewMachines: false };
  const isWhole =
    seesEveryMachine(member) &&
    filters.machine === undefined &&
    filters.structure === undefined &&
    filters.q === undefined;
  if (isWhole) return asked;
  const { rows } = await sql`${machinesOf(asked)} limit ${sql.lit(fewMachines + 1)}`.execute(trx);
  return { ...asked, areFewMachines: rows.length <= fewMachines };
}

/**
 * The first `count` of the faults in this order, with its value as `key`; the caller has still to order and to cut them.
 * The database has no statistics of the rows that one reader sees: each part reads an index in order, and stops.
 */
export function selectFaults(asked: Asked, order: Order, count: number, after?: Place): RawBuilder<unknown> {
  const { field } = order;
  const isByMachine = asked.areFewMachines || nameFields[field] !== undefined;
  const condition = after
    ? sql`"dateStart" <= ${after.exactStart}::timestamptz and ("dateStart", id) < (${after.exactStart}::timestamptz, ${after.id})`
    : sql`true`;
  const parts = kindsOf(asked, field).flatMap((kind) =>
    partsOf(asked).map(({ where, isSmall }) => {
      const source = kind === 'outage' ? lost : reported;
      const isOfKind = kind === null || kind === 'outage' ? sql`true` : sql`kind = ${sql.lit(kind)}`;
      const all = sql`${isOfKind} and ${where} and ${conditionsOf(asked)} and ${condition}`;
      const faults = isByMachine
        ? byMachine(asked, order, source, all, count)
        : ofOrganisation(asked, order, source, all);
      // With an offset the part is not read in the order of the list, but whole.
      return sql`(select * from (${faults} ${isSmall ? sql`offset 0` : sql``}) as faults
        order by ${inOrder(order)} limit ${sql.lit(count)})`;
    }),
  );
  const nameField = nameFields[field];
  const name = nameField && machineColumns(asked.member)[nameField];
  return sql`with seen as materialized (${machinesOf(asked, name)}) ${sql.join(parts, sql` union all `)}`;
}

/** What is found by different indexes. */
function partsOf({ filters: { open, from }, windows }: Asked): { where: RawBuilder<unknown>; isSmall: boolean }[] {
  if (open) return [{ where: sql`${isLongFault} and ${faultEnd} = 'infinity'`, isSmall: true }];
  // The later of both; instants are written in one way.
  const since = [from, windows?.since]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1);
  if (since === undefined) return [{ where: sql`true`, isSmall: false }];
  const { late, long } = mayLastSince(since);
  return [
    { where: late, isSmall: false },
    { where: long, isSmall: true },
  ];
}

export function inOrder({ field, direction }: Order): RawBuilder<unknown> {
  // In the order of kinds and names, the newest first.
  const isByTime = field === 'dateStart' || field === 'dateEnd';
  // Of those that have not ended, the first to begin is the longest.
  const isByDuration = field === 'duration' && direction === 'desc';
  const then = sql.raw((isByTime ? direction === 'asc' : isByDuration) ? 'asc' : 'desc');
  return sql`key ${sql.raw(direction)}, "dateStart" ${then}, id ${then}`;
}

/** Null is any code; each code is read by itself where the order needs it. */
function kindsOf({ filters: { kind } }: Asked, field: Order['field']) {
  if (kind !== undefined) return [...new Set([kind].flat())];
  return field === 'kind' ? faultKinds : ([null, 'outage'] as const);
}

function ofOrganisation(
  { member, windows }: Asked,
  { field }: Order,
  source: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) {
  const isSeen = windows && windows.distinct.length > 1 ? lastedInOne(windows) : isOf(sql`select id from seen`);
  return sql`select ${columns}, ${keyOf(field)} as key from ${source} as faults
    where "organisationId" = ${member.organisationId} and ${where} and ${isSeen}`;
}

/** With `is true` it stays a filter, which keeps the order: as a join, the database would begin with the machines. */
function isOf(machines: RawBuilder<unknown>) {
  return sql`("machineId" in (${machines})) is true`;
}

/** A condition for each window, because a join of all faults with the windows takes seconds with 1,000 structures. */
function lastedInOne({ distinct }: Windows) {
  const each = distinct.map(({ since, until }) => {
    const machines = sql`select id from seen where since = ${since}::timestamptz and until = ${until}::timestamptz`;
    return sql`(${lastedDuring(since, until)} and ${isOf(machines)})`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

function byMachine(
  { member, windows }: Asked,
  { field, direction }: Order,
  source: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  count: number,
) {
  const isByName = nameFields[field] !== undefined;
  const seen = isByName ? sql`(select * from seen order by name ${sql.raw(direction)})` : sql`seen`;
  const inTime = sql.raw(field === 'dateStart' ? direction : 'desc');
  const isCut = isByName || field === 'dateStart';
  // The database sees that the names are in order only outside of what is read for each.
  return sql`select faults.*, ${isByName ? sql`seen.name` : keyOf(field)} as key
    from ${seen} as seen cross join lateral (
    select ${columns} from ${source} as faults
    where "organisationId" = ${member.organisationId} and "machineId" = seen.id and ${where}
      and ${windows ? lastedInWindow : sql`true`}
    ${isCut ? sql`order by "dateStart" ${inTime}, id ${inTime} limit ${sql.lit(count)}` : sql``}
  ) as faults`;
}

/** Of the list of machines. */
const nameFields: Partial<Record<Order['field'], 'name' | 'structureName'>> = {
  machineName: 'name',
  structureName: 'structureName',
};

const lastedInWindow = sql`faults."dateStart" < seen.until and coalesce(faults."dateEnd", 'infinity') >= seen.since`;

function keyOf(field: Order['field']): RawBuilder<unknown> {
  if (field === 'dateEnd') return faultEnd;
  if (field === 'duration') return faultDuration;
  return field === 'kind' ? sql`kind` : sql`"dateStart"`;
}

/** The machines that the reader sees and asks for, with the times of the period. */
function machinesOf(
  { member, filters: { q, machine, structure }, windows }: Asked,
  name?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isAsked = [
    visibleMachines(member),
    ...(q === undefined ? [] : [isMachineFound(member, q)]),
    ...(machine === undefined ? [] : [sql`machines.id = ${machine}`]),
    ...(structure === undefined ? [] : [sql`machines."structureId" in (${structureAndBelow(member, structure)})`]),
  ];
  return sql`select machines.id ${windows ? sql`, windows.since, windows.until` : sql``}
      ${name ? sql`, ${name} as name` : sql``} from machines
    ${windows ? sql`join (${windows.rows}) as windows on windows.place = ${placeOfMachine}` : sql``}
    where ${sql.join(isAsked, sql` and `)}`;
}

function conditionsOf({ filters: { open, from, to }, windows }: Asked): RawBuilder<unknown> {
  const conditions = [lastedDuring(from, to)];
  if (windows) conditions.push(lastedDuring(windows.since, windows.until));
  if (open === false) conditions.push(sql<boolean>`${faultEnd} < 'infinity'`);
  return sql.join(conditions, sql` and `);
}

/** How many there are, up to a limit. */
export function countFaults(asked: Asked, limit: number): RawBuilder<{ total: number }> {
  const faults = selectFaults(asked, { field: 'dateStart', direction: 'desc' }, limit);
  return sql`select count(*)::int as total from (
    select * from (${faults}) as faults limit ${sql.lit(limit)}) as faults`;
}
