import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import { type WebhookTry, webhookLimits, webhookPauses } from '@fournil/contract/webhooks/webhook';
import type { Selectable } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Services } from '../../kit/services.ts';
import { pauseEndpoint } from './pauseEndpoint.ts';
import { isSuccess, type Posted } from './post.ts';

type Endpoint = Selectable<Tables['webhooks']>;
type Delivery = Selectable<Tables['webhookDeliveries']>;

/** From so many failures in a row on, an endpoint is tried with one message at a time, after a pause. */
const failuresUntilWaiting = 5;
const longestWaitSeconds = 300;
const keptTries = 20;

/** The message that was sent, and the endpoint to which. */
interface Sent {
  endpoint: Endpoint;
  delivery: Delivery;
}

/** INT-05: stores the outcome of a call, with the next try, and what it means for the endpoint. */
export async function keepOutcome(
  services: Services,
  trx: Trx,
  { endpoint, delivery }: Sent,
  posted: Posted,
): Promise<void> {
  const now = services.now();
  const { retryAfterSeconds, ...outcome } = posted;
  const isDone = isSuccess(posted.status);
  const isGone = posted.status === 410;
  const nextAt = isDone || isGone ? null : nextTry(delivery, now, retryAfterSeconds);
  const one: WebhookTry = { at: now.toISOString(), ...outcome };
  await trx
    .updateTable('webhookDeliveries')
    .set({
      state: isDone ? 'delivered' : nextAt ? 'waiting' : 'failed',
      deliveredAt: isDone ? now : null,
      nextAt,
      sendingUntil: null,
      triesCount: delivery.triesCount + 1,
      tries: JSON.stringify([...delivery.tries, one].slice(-keptTries)),
    })
    .where('organisationId', '=', delivery.organisationId)
    .where('id', '=', delivery.id)
    .execute();
  if (isDone) await markWell(trx, endpoint, now);
  else await markFailing(services, trx, endpoint, { now, nextAt, isGone });
}

function nextTry(delivery: Delivery, now: Date, retryAfterSeconds: number | null): Date | null {
  const pause = webhookPauses[Math.min(delivery.triesCount, webhookPauses.length - 1)] ?? 0;
  const seconds = Math.max(pause, retryAfterSeconds ?? 0);
  const next = new Date(now.getTime() + seconds * 1000);
  return next.getTime() - delivery.createdAt.getTime() > webhookLimits.triedHours * hourMilliseconds ? null : next;
}

async function markWell(trx: Trx, { organisationId, id }: Endpoint, now: Date): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failingSince: null, failures: 0, waitUntil: null, lastDeliveredAt: now })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

interface Failing {
  now: Date;
  nextAt: Date | null;
  /** The endpoint has answered that it is gone for good (410). */
  isGone: boolean;
}

async function markFailing(
  services: Services,
  trx: Trx,
  of: Endpoint,
  { now, nextAt, isGone }: Failing,
): Promise<void> {
  const { organisationId, id } = of;
  const endpoint = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return;
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince ?? now;
  const isOver = isGone || now.getTime() - failingSince.getTime() >= webhookLimits.failingDays * dayMilliseconds;
  const waitUntil = failures < failuresUntilWaiting ? null : new Date(now.getTime() + 1000 * waitSeconds(failures));
  await trx
    .updateTable('webhooks')
    .set({ failures, failingSince, waitUntil })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
  if (isOver && endpoint.active) return pauseEndpoint(services, trx, endpoint);
  for (const at of [nextAt, waitUntil])
    if (at)
      await services.jobs.announceLater(
        trx,
        'webhook.waiting',
        { organisationId, webhookId: id },
        Math.ceil((at.getTime() - now.getTime()) / 1000),
      );
}

/** 10 seconds, then twice as long each time. */
function waitSeconds(failures: number): number {
  return Math.min(longestWaitSeconds, 10 * 2 ** Math.min(10, failures - failuresUntilWaiting));
}
