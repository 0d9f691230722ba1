import type { RolloutReason } from '@fournil/contract/rollouts/rollout';
import type { RolloutOfEvent } from '@fournil/contract/webhooks/webhookEvents';
import type { Trx } from '../db/database.ts';
import { record, theServer } from '../history/index.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { announceEvents } from '../webhooks/index.ts';
import type { Rollout, RolloutKind } from './kinds.ts';
import { figuresOf } from './members.ts';
import { nameOfRollout, rolloutThing } from './recorded.ts';

type Change = Pick<Catalogue['rollout.changed'], 'state' | 'reason'>;

/** Reasons that are decisions of a person, which the caller records with their name. */
const ofPersons: readonly RolloutReason[] = ['person', 'takenBack', 'ringRolledBack', 'withdrawn', 'approved'];

/**
 * Tells that a rollout has paused or ended, in the transaction of the change: to the organisation's endpoints (INT-05),
 * and where it was by the rollout's own rules, to the history (AUD-01) and by mail to the person who asked for it
 * (MNU-03).
 */
export async function tellOfChange(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  { state, reason }: Change,
): Promise<void> {
  const isByItself = reason === null || !ofPersons.includes(reason);
  const { organisationId, askedById } = rollout;
  if (organisationId === null && !isByItself) return;
  const at = services.now();
  const what = { name: await nameOfRollout(trx, rollout), revision: rollout.revision };
  const machines = await machinesOf(trx, kind, rollout, at);
  if (isByItself) {
    await record(
      trx,
      { ...theServer, organisationId },
      {
        type: state === 'paused' ? 'pause' : 'end',
        origin: rolloutThing({ id: rollout.id, name: what.name }),
        fields: [reason ?? 'done'],
      },
    );
    const facts = { ...what, kind: rollout.kind, state, reason, machines, at: at.toISOString() };
    await services.jobs.announce(trx, 'rollout.changed', {
      organisationId,
      rolloutId: rollout.id,
      askedById,
      ...facts,
    });
  }
  if (organisationId === null || rollout.kind === 'software') return;
  const rolloutOfEvent: RolloutOfEvent = { id: rollout.id, kind: rollout.kind, ...what, machines };
  await announceEvents(services, trx, [
    state === 'paused'
      ? { type: 'rollout.paused', organisationId, at, facts: { rollout: rolloutOfEvent, reason: reason ?? 'silence' } }
      : { type: 'rollout.ended', organisationId, at, facts: { rollout: rolloutOfEvent, state, reason } },
  ]);
}

async function machinesOf(trx: Trx, kind: RolloutKind, rollout: Rollout, now: Date) {
  const rings = await figuresOf(trx, kind, rollout, now);
  const sum = (of: 'members' | 'done' | 'failed') => rings.reduce((all, ring) => all + ring[of], 0);
  return { total: sum('members'), done: sum('done'), failed: sum('failed') };
}
