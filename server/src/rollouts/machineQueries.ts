import type { RingChoices, RingChoicesQuery, RolloutOrganisation } from '@fournil/contract/rollouts/ringChoices';
import type { RolloutCurve, RolloutMachine, RolloutMachineState } from '@fournil/contract/rollouts/rollout';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import { withStructureTree } from '../db/structureTree.ts';
import { type Caller, memberOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { badRequest } from '../kit/errors.ts';
import { visibleStructures } from '../rights/index.ts';
import type { Rollout, RolloutKind, RolloutKinds } from './kinds.ts';
import { findRollout, seenMachines } from './queries.ts';

interface MachineSlice {
  page: number;
  itemsPerPage: number;
  filters: { state?: RolloutMachineState | undefined; ring?: number | undefined };
}

interface MachineRow {
  id: string;
  ring: number;
  state: RolloutMachineState;
  message: string | null;
  reason: object | string | null;
  percent: number | null;
  at: Date | null;
  notBefore: Date | null;
  machineId: string;
  name: string;
  serialNumber: string;
  model: string | null;
  softwareVersion: string | null;
  society: string;
}

/** The machines of a rollout that the caller sees; those that reported last come first. */
export async function listRolloutMachines(
  { trx, caller, now }: CallContext<Caller>,
  kinds: RolloutKinds,
  id: string,
  { page, itemsPerPage, filters: { state, ring } }: MachineSlice,
): Promise<{ items: RolloutMachine[]; total: number }> {
  const rollout = await findRollout(trx, caller, id);
  const kind = kinds[rollout.kind];
  const isAsked = sql<boolean>`${seenMachines(caller) ?? sql`true`}
    and ${state === undefined ? sql`true` : sql`members.state = ${state}`}
    and ${ring === undefined ? sql`true` : sql`members.ring = ${ring}`}`;
  const from = sql`from (${kind.members(rollout, now())}) as members
    join machines on machines."organisationId" = members."organisationId" and machines.id = members."machineId"`;
  const [{ rows }, { rows: totals }] = await Promise.all([
    sql<MachineRow>`select members.id, members.ring, members.state, members.message, members.reason, members.percent,
        members.at, members."notBefore", machines.id as "machineId", machines.name, machines."serialNumber",
        machines.model, machines."softwareVersion", organisations.name as society
      ${from} join organisations on organisations.id = machines."organisationId"
      where ${isAsked} order by members.at desc nulls last, members.id desc
      limit ${sql.lit(itemsPerPage)} offset ${sql.lit((page - 1) * itemsPerPage)}`.execute(trx),
    sql<{ total: number }>`select count(*)::int as total ${from} where ${isAsked}`.execute(trx),
  ]);
  const items = rows.map(({ machineId, name, serialNumber, model, softwareVersion, reason, message, ...row }) => ({
    ...row,
    machine: { id: machineId, name, serialNumber, model, softwareVersion },
    message: reason === null ? message : (kind.reasonText?.(reason, caller) ?? null),
    at: (row.at ?? rollout.createdAt).toISOString(),
    notBefore: row.state === 'outsideHours' ? (row.notBefore?.toISOString() ?? null) : null,
  }));
  return { items, total: totals[0]?.total ?? 0 };
}

const pointsOfCurve = 60;

/** How many of the machines that the caller sees held it, at equal distances from the start to now or to the end. */
export async function curveOf(
  { trx, caller, now }: CallContext<Caller>,
  kinds: RolloutKinds,
  id: string,
): Promise<RolloutCurve> {
  const rollout = await findRollout(trx, caller, id);
  const rings = await trx
    .selectFrom('rolloutRings')
    .select('position')
    .where('rolloutId', '=', rollout.id)
    .orderBy('position')
    .execute();
  const times = await heldTimes(trx, kinds[rollout.kind], rollout, now(), seenMachines(caller) ?? sql`true`);
  const from = rollout.createdAt.getTime();
  const until = Math.max(from + 1000, (rollout.endedAt ?? now()).getTime());
  const holdersAt = (ring: number, at: number) =>
    times.reduce((sum, one) => sum + (one.ring === ring && one.at <= at ? one.change : 0), 0);
  const points = Array.from({ length: pointsOfCurve }, (_, index) => {
    const at = from + ((until - from) * index) / (pointsOfCurve - 1);
    return {
      at: new Date(at).toISOString(),
      held: rings.map(({ position }) => holdersAt(position, at)),
    };
  });
  return { points };
}

/** In each ring, how many machines began to hold it at a moment, or gave it back then (negative). */
async function heldTimes(
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  now: Date,
  isSeen: RawBuilder<boolean>,
): Promise<{ ring: number; at: number; change: number }[]> {
  const { rows } = await sql<{ ring: number; at: Date; change: number }>`select members.ring, moment.at,
      sum(moment.change)::int as change
    from (${kind.members(rollout, now)}) as members
      join machines on machines."organisationId" = members."organisationId" and machines.id = members."machineId"
      cross join lateral (values (members."heldAt", 1), (members."rolledBackAt", -1)) as moment (at, change)
    where members."heldAt" is not null and moment.at is not null and ${isSeen}
    group by members.ring, moment.at`.execute(trx);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
}

/** All organisations with the number of their machines. */
export async function findRolloutOrganisations(trx: Trx): Promise<RolloutOrganisation[]> {
  return trx
    .selectFrom('organisations')
    .leftJoin('machines', 'machines.organisationId', 'organisations.id')
    .where('organisations.deletedAt', 'is', null)
    .groupBy('organisations.id')
    .select((eb) => ['organisations.id', 'organisations.name', eb.fn.count<number>('machines.id').as('machines')])
    .orderBy('organisations.name')
    .execute();
}

/** The tree of one organisation and its tags, searched by name, from which a ring is selected; for others their own. */
export async function findRingChoices(
  trx: Trx,
  caller: Caller,
  { organisation: asked, q }: RingChoicesQuery,
): Promise<RingChoices> {
  const organisation = caller.organisationId ?? asked;
  if (organisation === undefined) throw badRequest({ path: 'organisation', key: 'ra.validation.required', args: {} });
  const nameContains = (column: string) => (q ? isFound(q, column) : sql<boolean>`true`);
  const isSeen = caller.organisationId === null ? sql<boolean>`true` : visibleStructures(memberOf(caller));
  const { rows: structures } = await sql<
    RingChoices['structures'][number] & { total: number }
  >`${withStructureTree(sql<boolean>`"organisationId" = ${organisation} and ${isSeen}`)}
    select id, name, depth, path, count(*) over ()::int as total from tree
    where ${nameContains('tree.name')}
    order by array(select (name collate natural_order) from unnest(path) as name), id
      limit ${sql.lit(structureLimits.pickListSize)}`.execute(trx);
  const { rows: tags } = await sql<{ id: string; name: string; total: number }>`
    select id, name, count(*) over ()::int as total from tags where "organisationId" = ${organisation}
      and ${nameContains('tags.name')}
    order by name collate natural_order, id limit ${sql.lit(structureLimits.pickListSize)}`.execute(trx);
  return {
    structures: structures.map(({ total: _, ...structure }) => structure),
    structureTotal: structures[0]?.total ?? 0,
    tags: tags.map(({ total: _, ...tag }) => tag),
    tagTotal: tags[0]?.total ?? 0,
  };
}
