import { iri } from '@fournil/contract/kit/addresses';
import { openRolloutStates } from '@fournil/contract/rollouts/rollout';
import type { MachineUpdateState } from '@fournil/contract/software-updates/machineUpdate';
import type {
  FleetVersion,
  SoftwareUpdateDetail,
  SoftwareUpdateView,
  UpdateCounts,
} from '@fournil/contract/software-updates/softwareUpdate';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isFound } from '../../db/predicates.ts';
import type { SoftwareUpdateTables } from '../../db/tables/softwareUpdates.ts';
import { pageWithTotal } from '../../kit/page.ts';

export type UpdateRow = Selectable<SoftwareUpdateTables['softwareUpdates']>;

interface Slice {
  page: number;
  itemsPerPage: number;
  order: { field: 'version' | 'createdAt' | 'countDownloaded'; direction: 'asc' | 'desc' } | null;
  filters: { q?: string | undefined; isAllowedBeta?: boolean | undefined; addRevoked?: boolean | undefined };
}

/** The states of an open rollout; a version has at most one. */

/**
 * SWU-01. Versions in their own order, with numbers compared as numbers: a release after its pre-releases, builds last.
 */
const unbuilt = sql`split_part(version, '+', 1)`;
const versionOrder = sql`string_to_array(split_part(${unbuilt}, '-', 1), '.')::int[]`;

export async function listUpdates(
  trx: Trx,
  { page, itemsPerPage, order, filters }: Slice,
): Promise<{ items: SoftwareUpdateView[]; total: number }> {
  const query = trx
    .selectFrom('softwareUpdates')
    .$if(filters.isAllowedBeta === false, (qb) => qb.where('beta', '=', false))
    .$if(filters.addRevoked === false, (qb) => qb.where('revoked', '=', false))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'version', 'description')));
  const direction = order?.direction ?? 'desc';
  const field = order?.field ?? 'version';
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .selectAll()
      .orderBy(field === 'version' ? versionOrder : sql.ref(field), direction)
      .orderBy(sql`position('-' in ${unbuilt}) = 0`, direction)
      .orderBy('version', direction),
  );
  return { items: rows.map(toView), total };
}

export async function findUpdate(trx: Trx, id: string): Promise<SoftwareUpdateDetail | null> {
  const row = await trx.selectFrom('softwareUpdates').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const states = await trx
    .selectFrom('machineUpdates')
    .where('updateId', '=', id)
    .groupBy('state')
    .select(['state', sql<number>`count(*)::int`.as('machines')])
    .execute();
  const { installed } = await trx
    .selectFrom('machines')
    .where('softwareVersion', '=', row.version)
    .select(sql<number>`count(*)::int`.as('installed'))
    .executeTakeFirstOrThrow();
  const open = await trx
    .selectFrom('rollouts')
    .select('id')
    .where('updateId', '=', id)
    .where('state', 'in', openRolloutStates)
    .executeTakeFirst();
  // A version that machines run is kept, however they got it: the warning about revoked versions needs its row.
  const isDeletable = row.offeredAt === null && row.generalSince === null && installed === 0 && !open;
  return { ...toView(row), machines: countsOf(states), installed, isProved: await isProved(trx, id), isDeletable };
}

/** SWU-06: each ring of one of its rollouts succeeded. */
export async function isProved(trx: Trx, updateId: string): Promise<boolean> {
  const update = await trx
    .selectFrom('rollouts')
    .select('id')
    .where('updateId', '=', updateId)
    .where('proved', '=', true)
    .executeTakeFirst();
  return update !== undefined;
}

/** The versions that machines run, and which of them are revoked. */
export async function listFleetVersions(trx: Trx): Promise<FleetVersion[]> {
  const rows = await trx
    .selectFrom('machines')
    .leftJoin('softwareUpdates', 'softwareUpdates.version', 'machines.softwareVersion')
    .where('pairedAt', 'is not', null)
    .groupBy([
      'machines.softwareVersion',
      'machines.model',
      'softwareUpdates.id',
      'softwareUpdates.revoked',
      'softwareUpdates.beta',
    ])
    .select([
      'machines.softwareVersion as version',
      'machines.model',
      'softwareUpdates.id',
      'softwareUpdates.revoked',
      'softwareUpdates.beta',
      sql<number>`count(*)::int`.as('machines'),
    ])
    .orderBy(sql`machines."softwareVersion" collate natural_order`, 'desc')
    .orderBy('machines.model')
    .execute();
  return rows.map(({ version, model, machines, id, revoked, beta }) => ({
    version,
    model,
    machines,
    update: id === null ? null : { id, revoked: revoked ?? false, beta: beta ?? false },
  }));
}

/** A machine that is being called back counts as called back. */
export function countsOf(states: readonly { state: MachineUpdateState; machines: number }[]): UpdateCounts {
  const of = (state: MachineUpdateState) => states.find((one) => one.state === state)?.machines ?? 0;
  return {
    waiting: of('waiting'),
    offered: of('offered'),
    downloading: of('downloading'),
    installing: of('installing'),
    restartPending: of('restartPending'),
    done: of('done'),
    failed: of('failed'),
    skipped: of('skipped'),
    cancelled: of('cancelled') + of('cancelling'),
  };
}

export function toView(row: UpdateRow): SoftwareUpdateView {
  return {
    '@id': iri('software_updates', row.id),
    '@type': 'SoftwareUpdate',
    id: row.id,
    version: row.version,
    beta: row.beta,
    revoked: row.revoked,
    description: row.description,
    countDownloaded: row.countDownloaded,
    checksum: row.sha256,
    sizeBytes: Number(row.sizeBytes),
    fileName: row.fileName,
    models: row.models,
    fileVersion: row.fileVersion,
    hardware: row.hardware,
    generalSince: row.generalSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    editVersion: row.editVersion,
  };
}
