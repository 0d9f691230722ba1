import { gateScope, organisationScope, type Scope, staffScope, type Trx } from '../db/database.ts';
import { repeat } from '../kit/process/repeat.ts';
import type { Services } from '../kit/services.ts';
import { endRollout, keepCounts } from './endRollout.ts';
import { noteHeld } from './given.ts';
import type { Rollout, RolloutKind, RolloutKinds } from './kinds.ts';
import { figuresOf } from './members.ts';
import { tellOfChange } from './news.ts';
import { nextStep, type Ring, type Step } from './nextStep.ts';

const tickMilliseconds = 5000;
/** The others are given it at the next turn of the watch. */
const turnsAtOnce = 50;

/**
 * Checks every running rollout at an interval, from the state in the database, so that nothing is lost with a crash, on
 * any server.
 */
export function watchRollouts(services: Services, kinds: RolloutKinds): { close(): Promise<void> } {
  return repeat(
    () => advanceAll(services, kinds),
    tickMilliseconds,
    (error) => services.log.error({ err: error }, 'rollouts'),
  );
}

/** One turn of every running rollout; a failure of one does not stop the others. */
export async function advanceAll(services: Services, kinds: RolloutKinds): Promise<void> {
  const running = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('rollouts').select(['id', 'kind', 'organisationId']).where('state', '=', 'running').execute(),
  );
  for (const one of running)
    await advance(services, kinds[one.kind], one).catch((error) =>
      services.log.error({ err: error, rollout: one.id }, 'rollouts'),
    );
}

/** The login that reads and writes a rollout: the maker's staff, or its organisation. */
export function scopeOfRollout({ organisationId }: Pick<Rollout, 'organisationId'>): Scope {
  return organisationId === null ? staffScope : organisationScope(organisationId);
}

/**
 * The next steps of a rollout by the states of its machines: continue, open the next ring, pause, or end. Each turn is
 * one transaction, and gives it to a limited number of machines.
 */
export async function advance(
  services: Services,
  kind: RolloutKind,
  rollout: Pick<Rollout, 'id' | 'organisationId'>,
): Promise<void> {
  for (let turn = 0; turn < turnsAtOnce; turn += 1) {
    const given = await services.db.as(scopeOfRollout(rollout), (trx) =>
      advanceWithin(services, trx, kind, rollout.id),
    );
    if (given === 0) return;
  }
}

/** The same in the transaction of a person's action; returns the number of machines that were given it. */
export async function advanceWithin(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rolloutId: string,
): Promise<number> {
  const known = await trx.selectFrom('rollouts').selectAll().where('id', '=', rolloutId).executeTakeFirst();
  if (known?.state !== 'running') return 0;
  await kind.lock?.(trx, known);
  // Another server that looks at it just now does what there is to do.
  const rollout = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', rolloutId)
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!rollout) return 0;
  if (await kind.isReplaced?.(trx, rollout)) {
    await endRollout(services, trx, kind, rollout, 'stopped', 'withdrawn');
    return 0;
  }
  if (rollout.organisationId !== null) await noteHeld(services, trx, kind, rollout);
  for (;;) {
    const rings = await ringsOf(services, trx, kind, rollout);
    const step = nextStep(rollout, rings, kind.isLasting, services.now());
    if (step === null) return giveToOpen(services, trx, kind, rollout, rings);
    await take(services, trx, kind, rollout, step);
    if (step.step !== 'ringDone' && step.step !== 'open') return 0;
  }
}

async function giveToOpen(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  rings: readonly Ring[],
): Promise<number> {
  let givenCount = 0;
  for (const ring of rings)
    if (ring.openedAt !== null && ring.waiting > 0)
      givenCount += (await kind.give?.(services, trx, rollout, ring.ring)) ?? 0;
  return givenCount;
}

async function take(services: Services, trx: Trx, kind: RolloutKind, rollout: Rollout, step: Step): Promise<void> {
  if (step.step === 'end') return endRollout(services, trx, kind, rollout, step.state, step.reason);
  if (step.step === 'pause') return pauseRollout(services, trx, kind, rollout, 'silence');
  if (step.step === 'complete') return complete(services, trx, kind, rollout);
  await trx
    .updateTable('rolloutRings')
    .set(step.step === 'open' ? { openedAt: services.now(), bakesSince: services.now() } : { doneAt: services.now() })
    .where('rolloutId', '=', rollout.id)
    .where('position', '=', step.ring)
    .execute();
}

/** By a person, or by the rollout's own rules; nothing more is given until somebody resumes it. */
export async function pauseRollout(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  reason: 'silence' | 'person',
): Promise<void> {
  await trx.updateTable('rollouts').set({ state: 'paused', reason }).where('id', '=', rollout.id).execute();
  await tellOfChange(services, trx, kind, rollout, { state: 'paused', reason });
  services.log.warn({ event: 'rollout paused', rollout: rollout.id, reason }, 'security');
}

async function complete(services: Services, trx: Trx, kind: RolloutKind, rollout: Rollout): Promise<void> {
  const endedAt = services.now();
  await trx
    .updateTable('rollouts')
    .set({ state: 'done', reason: null, proved: true, endedAt })
    .where('id', '=', rollout.id)
    .execute();
  await kind.complete?.(services, trx, rollout);
  await tellOfChange(services, trx, kind, rollout, { state: 'done', reason: null });
  await keepCounts(services, trx, kind, { ...rollout, state: 'done', endedAt });
}

async function ringsOf(services: Services, trx: Trx, kind: RolloutKind, rollout: Rollout): Promise<Ring[]> {
  const storedRings = await trx
    .selectFrom('rolloutRings')
    .select(['position', 'size', 'openedAt', 'doneAt'])
    .where('rolloutId', '=', rollout.id)
    .orderBy('position')
    .execute();
  const figures = new Map((await figuresOf(trx, kind, rollout, services.now())).map((one) => [one.ring, one]));
  return storedRings.map(({ position, ...ring }) => ({ ...ring, ...(figures.get(position) ?? nobody(position)) }));
}

/** A ring whose machines have all left. */
function nobody(ring: number) {
  const none = { members: 0, done: 0, failed: 0, finished: 0, underway: 0, waiting: 0 };
  return { ring, ...none, lastHeardAt: null, completedBakes: 0, interruptedBakes: 0 };
}
