import { iri } from '@fournil/contract/kit/addresses';
import {
  openRolloutStates,
  type RolloutFilters,
  type RolloutMachineState,
  type RolloutView,
} from '@fournil/contract/rollouts/rollout';
import { retryableStates } from '@fournil/contract/software-updates/machineUpdate';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import type { RolloutTables } from '../db/tables/rollouts.ts';
import { type Caller, memberOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { pageWithTotal } from '../kit/page.ts';
import { seesEveryMachine, visibleMachines, visibleRollouts } from '../rights/index.ts';
import type { Rollout, RolloutKind, RolloutKinds } from './kinds.ts';

import { bakesByRing, countsByRing, noCounts, type RingCounts } from './members.ts';

type StoredRing = Selectable<RolloutTables['rolloutRings']>;

/** The states of machines that `retry` tries again. */
const retried = [...retryableStates, 'missed', 'rolledBack'] as const;

/** SWU-04: the maker sees the rollouts of its software, the others those of their organisation. */
export function seenRollouts(caller: Caller): RawBuilder<boolean> {
  return caller.organisationId === null
    ? sql<boolean>`rollouts."organisationId" is null`
    : visibleRollouts(memberOf(caller));
}

/** A condition on `machines`, for readers who see a part of them; null for the others. */
export function seenMachines(caller: Caller): RawBuilder<boolean> | null {
  if (caller.organisationId === null) return null;
  const member = memberOf(caller);
  return seesEveryMachine(member) ? null : visibleMachines(member);
}

/** That of the software, of `rollouts`. */
const version = sql`(select version from "softwareUpdates" where id = rollouts."updateId")`;

/** Newest first. */
export async function listRollouts(
  context: CallContext<Caller>,
  kinds: RolloutKinds,
  { page, itemsPerPage, filters }: { page: number; itemsPerPage: number; filters: RolloutFilters },
): Promise<{ items: RolloutView[]; total: number }> {
  const query = context.trx
    .selectFrom('rollouts')
    .where(seenRollouts(context.caller))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'name', version, 'createdBy')))
    .$if(filters.update !== undefined, (qb) => qb.where('updateId', '=', filters.update ?? ''))
    .$if(filters.program !== undefined, (qb) => qb.where('programId', '=', filters.program ?? ''))
    .$if(filters.menu !== undefined, (qb) => qb.where('menuId', '=', filters.menu ?? ''))
    .$if(filters.kind !== undefined, (qb) => qb.where('kind', '=', filters.kind ?? 'software'))
    .$if(filters.state !== undefined, (qb) => qb.where('state', '=', filters.state ?? 'running'));
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  );
  const items = await Promise.all(rows.map((row) => viewOf(context, kinds[row.kind], row, true)));
  return { items, total };
}

/** The rollout as the caller sees it, locked within a change; throws 404. */
export async function requireRollout(trx: Trx, caller: Caller, id: string): Promise<Rollout> {
  const row = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', id)
    .where(seenRollouts(caller))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The same without a lock. */
export async function findRollout(trx: Trx, caller: Caller, id: string): Promise<Rollout> {
  const row = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', id)
    .where(seenRollouts(caller))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** One rollout with the present states of its machines; throws 404. */
export async function showRollout(
  context: CallContext<Caller>,
  kinds: Partial<RolloutKinds>,
  id: string,
): Promise<RolloutView> {
  const row = await findRollout(context.trx, context.caller, id);
  const kind = kinds[row.kind];
  if (!kind) throw notFound();
  return viewOf(context, kind, row, false);
}

async function viewOf(
  context: CallContext<Caller>,
  kind: RolloutKind,
  row: Rollout,
  mayBeKept: boolean,
): Promise<RolloutView> {
  const { trx, caller } = context;
  const now = context.now();
  const isSeen = seenMachines(caller);
  const [rings, update, isReversible = false] = await Promise.all([
    trx.selectFrom('rolloutRings').selectAll().where('rolloutId', '=', row.id).orderBy('position').execute(),
    updateOf(trx, row),
    kind.rollback?.isPossible(trx, row),
  ]);
  const isKept =
    mayBeKept &&
    row.endedAt !== null &&
    isSeen === null &&
    rings.length > 0 &&
    rings.every(({ counts }) => counts !== null);
  const [counted, bakes] = await Promise.all([
    isKept
      ? new Map<number, RingCounts>(
          rings.map(({ position, counts }) => [position, { counts: counts ?? noCounts, canRollBack: false }]),
        )
      : countsByRing(trx, kind, row, now, isSeen),
    isKept ? new Map<number, typeof noBakes>() : bakesByRing(trx, kind, row, now, isSeen ?? undefined),
  ]);
  const ringViews = ringViewsOf(row, rings, { counted, bakes, isReversible, isPart: isSeen !== null, isKept });
  return {
    '@id': iri('rollouts', row.id),
    '@type': 'Rollout',
    id: row.id,
    kind: row.kind,
    subject: {
      id: row.updateId ?? row.programId ?? row.menuId,
      name: update?.version ?? row.name ?? '',
      revision: row.revision,
      formerRevision: row.formerRevision,
      setting: row.setting,
    },
    update,
    state: row.state,
    reason: row.reason,
    openAtPercent: row.openAtPercent,
    abortAtPercent: row.abortAtPercent,
    silenceMinutes: row.silenceMinutes,
    bakesToOpen: row.bakesToOpen,
    abortAtInterruptedPercent: row.abortAtInterruptedPercent,
    allowOlder: row.allowOlder,
    thenGeneral: row.thenGeneral,
    rings: ringViews,
    retryable: update?.revoked ? 0 : retryableOf(row, isReversible, ringViews),
    // After its end also where each ring was taken back singly: the approval itself is still to be taken back.
    canRollBack:
      ringViews.some(({ canRollBack }) => canRollBack) ||
      (isReversible && row.state === 'done' && row.formerRevision !== null),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    askedBy: row.askedById === null ? null : { id: row.askedById, name: row.askedBy ?? '' },
    confirmedBy:
      row.confirmedById && row.confirmedAt
        ? { id: row.confirmedById, name: row.confirmedBy ?? '', at: row.confirmedAt.toISOString() }
        : null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** What is known of the machines of a rollout's rings. */
interface Known {
  counted: ReadonlyMap<number, RingCounts>;
  bakes: ReadonlyMap<number, { completedBakes: number; interruptedBakes: number }>;
  isReversible: boolean;
  /** The reader sees a part of the machines. */
  isPart: boolean;
  isKept: boolean;
}

function ringViewsOf(row: Rollout, rings: readonly StoredRing[], known: Known): RolloutView['rings'] {
  const { counted, bakes, isReversible, isPart, isKept } = known;
  const mayRollBack = isReversible && row.state !== 'unconfirmed' && row.state !== 'rolledBack';
  return rings.map((ring) => {
    const { counts, canRollBack } = counted.get(ring.position) ?? { counts: noCounts, canRollBack: false };
    const { completedBakes: completed, interruptedBakes: interrupted } = bakes.get(ring.position) ?? noBakes;
    return {
      position: ring.position,
      name: ring.name,
      state: ring.doneAt ? ('done' as const) : ring.openedAt ? ('running' as const) : ('waiting' as const),
      size: isPart ? Object.values(counts).reduce((sum, count) => sum + count, 0) : ring.size,
      openedAt: ring.openedAt?.toISOString() ?? null,
      counts: { ...counts, cancelled: counts.cancelled + counts.cancelling, cancelling: 0 },
      bakes: row.bakesToOpen === 0 || isKept ? null : { completed, interrupted },
      canRollBack: mayRollBack && canRollBack,
    };
  });
}

const noBakes = { completedBakes: 0, interruptedBakes: 0 };

/** Within an organisation, as long as nothing else has been approved since. */
function retryableOf(
  { kind, state }: Rollout,
  isReversible: boolean,
  rings: readonly { counts: RolloutView['rings'][number]['counts'] }[],
): number {
  if (kind !== 'software' && !isReversible) return 0;
  const isOpen = (openRolloutStates as readonly string[]).includes(state);
  const states: readonly RolloutMachineState[] = isOpen
    ? retried.filter((one) => one !== 'cancelled' || kind === 'software')
    : retried;
  return rings.reduce((sum, { counts }) => states.reduce((part, one) => part + counts[one], sum), 0);
}

async function updateOf(trx: Trx, { updateId }: Rollout): Promise<RolloutView['update']> {
  if (updateId === null) return null;
  return trx
    .selectFrom('softwareUpdates')
    .select(['id', 'version', 'beta', 'revoked'])
    .where('id', '=', updateId)
    .executeTakeFirstOrThrow();
}
