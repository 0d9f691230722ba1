import { type Selectable, sql } from 'kysely';
import { linkScope, staffScope, type Trx } from '../../db/database.ts';
import type { SoftwareUpdateTables } from '../../db/tables/softwareUpdates.ts';
import type { House } from '../../kit/house.ts';
import { repeat } from '../../kit/process/repeat.ts';
import { announceOutcomes } from '../outcomes.ts';
import { recordByItself } from '../recorded.ts';
import { endRollout } from './endRollout.ts';

/** The time in which a machine has to report after its restart. */
export const restartMinutes = 30;
const tickMilliseconds = 5000;

type Rollout = Selectable<SoftwareUpdateTables['rollouts']>;

interface Ring {
  position: number;
  size: number;
  openedAt: Date | null;
  doneAt: Date | null;
  /** The machines of the ring that still exist: a deleted machine leaves its ring. */
  members: number;
  done: number;
  failed: number;
  finished: number;
  /** Machines that have the offer and have not finished. */
  underway: number;
  lastHeardAt: Date | null;
}

/**
 * Checks every running rollout at an interval, from the state in the database, so that nothing is lost with a crash, on
 * any server.
 */
export function watchRollouts(house: House): { close(): Promise<void> } {
  const tick = async () => {
    await timeOutRestarts(house);
    const ids = await house.db.as(staffScope, (trx) =>
      trx.selectFrom('rollouts').select('id').where('state', '=', 'running').execute(),
    );
    for (const { id } of ids) await advance(house, id);
  };
  return repeat(tick, tickMilliseconds, (error) => house.log.error({ err: error }, 'rollouts'));
}

/** The next step of a rollout by the states of its machines: continue, open the next ring, pause, or end. */
export async function advance(house: House, rolloutId: string): Promise<void> {
  await house.db.as(staffScope, (trx) => advanceWithin(house, trx, rolloutId));
}

/** The same in the transaction of a person's action. */
export async function advanceWithin(house: House, trx: Trx, rolloutId: string): Promise<void> {
  const rollout = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', rolloutId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  if (!rollout) return;
  const rings = await ringsOf(trx, rolloutId);
  for (const ring of rings.filter(({ openedAt, doneAt }) => openedAt !== null && doneAt === null)) {
    if (ring.failed > Math.floor((ring.size * rollout.abortAtPercent) / 100))
      return endRollout(house, trx, rolloutId, 'aborted', 'failures');
    if (isSilent(ring, rollout, house.now())) return pauseForSilence(house, trx, rolloutId);
    if (ring.finished < ring.members) continue;
    // No machine is left, or none has installed it: the next ring would have no proof.
    if (ring.done === 0) return endRollout(house, trx, rolloutId, 'stopped', 'nothingProved');
    ring.doneAt = house.now();
    await mark(trx, rollout, ring, { doneAt: ring.doneAt });
  }
  await openNext(house, trx, rollout, rings);
}

/**
 * Opens the first ring at once, and each other one when enough machines of the one before it have succeeded. A ring
 * whose machines have all left gives no proof.
 */
async function openNext(house: House, trx: Trx, rollout: Rollout, rings: Ring[]): Promise<void> {
  for (const [index, ring] of rings.entries()) {
    if (ring.openedAt !== null) continue;
    const before = rings[index - 1];
    if (before && !isGoodEnough(before, rollout.openAtPercent)) return;
    if (ring.members === 0) {
      // Machines that are updating finish first.
      if (!before || before.doneAt) await endRollout(house, trx, rollout.id, 'stopped', 'nothingProved');
      return;
    }
    ring.openedAt = house.now();
    await mark(trx, rollout, ring, { openedAt: house.now() });
  }
  if (!rings.every(({ doneAt }) => doneAt !== null)) return;
  await trx
    .updateTable('rollouts')
    .set({ state: 'done', proved: true, endedAt: house.now() })
    .where('id', '=', rollout.id)
    .execute();
  await recordByItself(trx, rollout.id, 'end', 'done');
  if (!rollout.thenGeneral) return;
  await trx
    .updateTable('softwareUpdates')
    .set({ generalSince: house.now() })
    .where('id', '=', rollout.updateId)
    .where('revoked', '=', false)
    .where('generalSince', 'is', null)
    .execute();
}

/** SWU-06: at least one machine of the ring has reported a successful installation. */
function isGoodEnough({ openedAt, doneAt, members, done }: Ring, openAtPercent: number): boolean {
  return openedAt !== null && (doneAt !== null || done >= Math.max(1, Math.ceil((members * openAtPercent) / 100)));
}

/** Machines of the ring are updating, and none has reported for too long. */
function isSilent({ underway, openedAt, lastHeardAt }: Ring, { silenceMinutes }: Rollout, now: Date): boolean {
  const since = Math.max(openedAt?.getTime() ?? 0, lastHeardAt?.getTime() ?? 0);
  return underway > 0 && now.getTime() - since > silenceMinutes * 60_000;
}

async function pauseForSilence(house: House, trx: Trx, rolloutId: string): Promise<void> {
  await trx.updateTable('rollouts').set({ state: 'paused', reason: 'silence' }).where('id', '=', rolloutId).execute();
  await recordByItself(trx, rolloutId, 'pause', 'silence');
  house.log.warn({ event: 'rollout paused', rollout: rolloutId, reason: 'silence' }, 'security');
}

async function mark(trx: Trx, rollout: Rollout, ring: Ring, what: { openedAt?: Date; doneAt?: Date }): Promise<void> {
  await trx
    .updateTable('rolloutRings')
    .set(what)
    .where('rolloutId', '=', rollout.id)
    .where('position', '=', ring.position)
    .execute();
}

async function ringsOf(trx: Trx, rolloutId: string): Promise<Ring[]> {
  const { rows } = await sql<Ring>`select rings.position, rings.size, rings."openedAt", rings."doneAt",
      count("machineUpdates".id)::int as members,
      count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state in ('failed', 'skipped'))::int as failed,
      count(*) filter (where state in ('done', 'failed', 'skipped', 'cancelled'))::int as finished,
      count(*) filter (where state in ('offered', 'downloading', 'installing', 'restartPending'))::int as underway,
      max("changedAt") as "lastHeardAt"
    from "rolloutRings" rings left join "machineUpdates" on "machineUpdates"."rolloutId" = rings."rolloutId"
      and ring = rings.position
    where rings."rolloutId" = ${rolloutId} group by rings."rolloutId", rings.position order by rings.position`.execute(
    trx,
  );
  return rows;
}

/** A pending restart is limited: a machine that does not return in time has failed. */
async function timeOutRestarts(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - restartMinutes * 60_000);
  await house.db.as(linkScope, async (trx) => {
    const failed = await trx
      .updateTable('machineUpdates')
      .set({ state: 'failed', message: 'did not come back after its restart', changedAt: house.now() })
      .where('state', '=', 'restartPending')
      .where('changedAt', '<', before)
      .returning(['organisationId', 'machineId', 'updateId', 'state', 'message'])
      .execute();
    await announceOutcomes(house, trx, failed);
  });
}
