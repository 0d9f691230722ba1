import { iri } from '@fournil/contract/kit/addresses';
import { type MachineUpdateState, retryableStates } from '@fournil/contract/software-updates/machineUpdate';
import type {
  RolloutClient,
  RolloutMachine,
  RolloutPlaces,
  RolloutPlacesQuery,
  RolloutView,
} from '@fournil/contract/software-updates/rollout';
import { structureLimits } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { containsText } from '../../db/predicates.ts';
import { withStructureTree } from '../../db/structureTree.ts';
import { notFound } from '../../kit/errors.ts';
import { pageOf } from '../../kit/page.ts';
import { countsOf } from '../versions/queries.ts';

/** Newest first. */
export async function listRollouts(
  trx: Trx,
  {
    page,
    itemsPerPage,
    filters: { update },
  }: { page: number; itemsPerPage: number; filters: { update?: string | undefined } },
): Promise<{ items: RolloutView[]; total: number }> {
  const query = trx.selectFrom('rollouts').$if(update !== undefined, (qb) => qb.where('updateId', '=', update ?? ''));
  const ids = await query
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .$call(pageOf(page, itemsPerPage))
    .execute();
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return {
    items: await viewsOf(
      trx,
      ids.map(({ id }) => id),
    ),
    total,
  };
}

export async function findRollout(trx: Trx, id: string): Promise<RolloutView | null> {
  return (await viewsOf(trx, [id]))[0] ?? null;
}

async function viewsOf(trx: Trx, ids: readonly string[]): Promise<RolloutView[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('rollouts')
    .innerJoin('softwareUpdates', 'softwareUpdates.id', 'rollouts.updateId')
    .selectAll('rollouts')
    .select(['softwareUpdates.version', 'softwareUpdates.beta', 'softwareUpdates.revoked'])
    .where('rollouts.id', 'in', ids)
    .execute();
  const rings = await trx
    .selectFrom('rolloutRings')
    .selectAll()
    .where('rolloutId', 'in', ids)
    .orderBy('position')
    .execute();
  const states = await trx
    .selectFrom('machineUpdates')
    .where('rolloutId', 'in', ids)
    .groupBy(['rolloutId', 'ring', 'state'])
    .select(['rolloutId', 'ring', 'state', sql<number>`count(*)::int`.as('machines')])
    .execute();
  const viewOf = (row: (typeof rows)[number]): RolloutView => ({
    '@id': iri('rollouts', row.id),
    '@type': 'Rollout',
    id: row.id,
    update: { id: row.updateId, version: row.version, beta: row.beta, revoked: row.revoked },
    state: row.state,
    reason: row.reason,
    openAtPercent: row.openAtPercent,
    abortAtPercent: row.abortAtPercent,
    silenceMinutes: row.silenceMinutes,
    allowOlder: row.allowOlder,
    thenGeneral: row.thenGeneral,
    rings: rings
      .filter(({ rolloutId }) => rolloutId === row.id)
      .map((ring) => ({
        position: ring.position,
        name: ring.name,
        state: ring.doneAt ? ('done' as const) : ring.openedAt ? ('running' as const) : ('waiting' as const),
        size: ring.size,
        openedAt: ring.openedAt?.toISOString() ?? null,
        counts: countsOf(states.filter((state) => state.rolloutId === row.id && state.ring === ring.position)),
      })),
    retryable: row.revoked ? 0 : retryableOf(states.filter(({ rolloutId }) => rolloutId === row.id)),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    askedBy: row.askedById === null ? null : { id: row.askedById, name: row.askedBy ?? '' },
    confirmedBy:
      row.confirmedById && row.confirmedAt
        ? { id: row.confirmedById, name: row.confirmedBy ?? '', at: row.confirmedAt.toISOString() }
        : null,
    endedAt: row.endedAt?.toISOString() ?? null,
  });
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(viewOf));
}

function retryableOf(states: readonly { state: MachineUpdateState; machines: number }[]): number {
  return states
    .filter(({ state }) => (retryableStates as readonly string[]).includes(state))
    .reduce((sum, { machines }) => sum + machines, 0);
}

interface MachineSlice {
  page: number;
  itemsPerPage: number;
  filters: { state?: MachineUpdateState | undefined; ring?: number | undefined };
}

/** The machines that reported last come first. */
export async function listRolloutMachines(
  trx: Trx,
  rolloutId: string,
  { page, itemsPerPage, filters }: MachineSlice,
): Promise<{ items: RolloutMachine[]; total: number }> {
  const query = trx
    .selectFrom('machineUpdates')
    .where('rolloutId', '=', rolloutId)
    .$if(filters.state !== undefined, (qb) => qb.where('state', '=', filters.state ?? 'done'))
    .$if(filters.ring !== undefined, (qb) => qb.where('ring', '=', filters.ring ?? 0));
  const rows = await query
    .innerJoin('machines', (join) =>
      join
        .onRef('machines.id', '=', 'machineUpdates.machineId')
        .onRef('machines.organisationId', '=', 'machineUpdates.organisationId'),
    )
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .select([
      'machineUpdates.id',
      'machineUpdates.ring',
      'machineUpdates.state',
      'machineUpdates.message',
      'machineUpdates.percent',
      'machineUpdates.changedAt',
      'machines.id as machineId',
      'machines.name',
      'machines.serialNumber',
      'machines.model',
      'machines.softwareVersion',
      'organisations.name as society',
    ])
    .orderBy('changedAt', 'desc')
    .orderBy('machineUpdates.id', 'desc')
    .$call(pageOf(page, itemsPerPage))
    .execute();
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const items = rows.map((row) => ({
    id: String(row.id),
    machine: {
      id: row.machineId,
      name: row.name,
      serialNumber: row.serialNumber,
      model: row.model,
      softwareVersion: row.softwareVersion,
    },
    society: row.society,
    ring: row.ring ?? 0,
    state: row.state,
    message: row.message,
    percent: row.percent,
    at: row.changedAt.toISOString(),
  }));
  return { items, total };
}

/** All clients with the number of their machines. */
export async function findClients(trx: Trx): Promise<RolloutClient[]> {
  return trx
    .selectFrom('organisations')
    .leftJoin('machines', 'machines.organisationId', 'organisations.id')
    .where('organisations.deletedAt', 'is', null)
    .groupBy('organisations.id')
    .select((eb) => ['organisations.id', 'organisations.name', eb.fn.count<number>('machines.id').as('machines')])
    .orderBy('organisations.name')
    .execute();
}

/** The tree of one client and its tags, searched by name, from which a ring is selected. */
export async function findPlaces(trx: Trx, { organisation, q }: RolloutPlacesQuery): Promise<RolloutPlaces> {
  const named = (column: string) => (q ? containsText(column, q) : sql<boolean>`true`);
  const { rows: structures } = await sql<
    RolloutPlaces['structures'][number] & { total: number }
  >`${withStructureTree(sql<boolean>`"organisationId" = ${organisation}`)}
    select id, name, depth, path, count(*) over ()::int as total from tree where ${named('tree.name')}
    order by array(select (name collate natural_order) from unnest(path) as name), id
      limit ${sql.lit(structureLimits.pickListSize)}`.execute(trx);
  const { rows: tags } = await sql<RolloutPlaces['tags'][number] & { total: number }>`
    select id, name, count(*) over ()::int as total from tags where "organisationId" = ${organisation}
      and ${named('tags.name')}
    order by name collate natural_order, id limit ${sql.lit(structureLimits.pickListSize)}`.execute(trx);
  return {
    structures: structures.map(({ total: _, ...structure }) => structure),
    structureTotal: structures[0]?.total ?? 0,
    tags: tags.map(({ total: _, ...tag }) => tag),
    tagTotal: tags[0]?.total ?? 0,
  };
}

/** The same; throws 404. */
export async function showRollout(trx: Trx, id: string): Promise<RolloutView> {
  const found = await findRollout(trx, id);
  if (!found) throw notFound();
  return found;
}
