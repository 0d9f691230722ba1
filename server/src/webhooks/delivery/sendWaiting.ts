import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import { type WebhookTry, webhookLimits, webhookPauses } from '@fournil/contract/webhooks/webhook';
import { type Selectable, sql } from 'kysely';
import { organisationScope, type Trx } from '../../db/database.ts';
import type { Tables } from '../../db/tables/index.ts';
import { record, theServer } from '../../history/index.ts';
import { tellClientAdmins } from '../../identity/index.ts';
import type { House } from '../../kit/house.ts';
import { forgetInterest } from '../events/interest.ts';
import { type Networks, networksWith } from './networks.ts';
import { isSuccess, type Posted, post } from './post.ts';
import { signedHeaders } from './sign.ts';

type Endpoint = Selectable<Tables['webhooks']>;
type Delivery = Selectable<Tables['webhookDeliveries']>;

/** A server that has died holds a message for so long; longer than any call takes. */
const heldSeconds = 30;
/** One job sends for so long, less than an orderly stop waits for it; then another one goes on. */
const jobMilliseconds = 4000;
/** Jobs of one organisation that work on one server at the same time. */
const atOncePerOrganisation = 2;
/** From so many failures in a row on, an endpoint is tried with one message at a time, after a pause. */
const failuresUntilWaiting = 5;
const longestWaitSeconds = 300;
const keptTries = 20;

const networks = new WeakMap<House, Networks>();

/** The endpoints of one organisation on this server that have something to send, and how many jobs work on them. */
interface Line {
  running: number;
  waiting: Set<string>;
}
const lines = new WeakMap<House, Map<string, Line>>();

/**
 * INT-05: sends what waits for one endpoint, and for the others of its organisation that are in line meanwhile, in
 * turn. So an organisation holds at most two of a server's workers, whatever its endpoints do.
 */
export async function sendWaiting(
  house: House,
  { organisationId, webhookId }: { organisationId: string; webhookId: string },
): Promise<void> {
  const known = lines.get(house) ?? new Map<string, Line>();
  lines.set(house, known);
  const line = known.get(organisationId) ?? { running: 0, waiting: new Set() };
  known.set(organisationId, line);
  line.waiting.add(webhookId);
  // Those that are running take it.
  if (line.running >= atOncePerOrganisation) return;
  line.running += 1;
  try {
    await workOff(house, organisationId, line);
  } finally {
    line.running -= 1;
    if (line.running === 0) {
      known.delete(organisationId);
      if (line.waiting.size > 0) await handOver(house, organisationId, [...line.waiting]);
    }
  }
}

async function workOff(house: House, organisationId: string, { waiting }: Line): Promise<void> {
  const until = Date.now() + jobMilliseconds;
  for (let [next] = waiting; next !== undefined && Date.now() < until; [next] = waiting) {
    waiting.delete(next);
    // To the end of the line.
    if (await sendNext(house, organisationId, next)) waiting.add(next);
  }
}

/** Another job goes on, on any server. */
function handOver(house: House, organisationId: string, webhookIds: readonly string[]): Promise<void> {
  return house.db.as(organisationScope(organisationId), (trx) =>
    house.jobs.announceAll(
      trx,
      'webhook.waiting',
      webhookIds.map((webhookId) => ({ organisationId, webhookId })),
    ),
  );
}

/** Sends one message; returns whether there may be another one. */
async function sendNext(house: House, organisationId: string, webhookId: string): Promise<boolean> {
  const scope = organisationScope(organisationId);
  const found = await house.db.as(scope, (trx) => take(house, trx, organisationId, webhookId));
  if (!found) return false;
  const { endpoint, delivery } = found;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'accept-encoding': 'identity',
    'user-agent': `${house.config.productName.replace(/[^\x21-\x7e]/g, '')}-Webhooks`,
    ...signedHeaders(house, delivery, endpoint),
  };
  const known = networks.get(house) ?? networksWith(house.config.webhookNetworks);
  networks.set(house, known);
  const posted = await post({ url: endpoint.url, headers, body: delivery.payload }, { networks: known });
  await house.db.as(scope, (trx) => keep(house, trx, endpoint, delivery, posted));
  return true;
}

/** Reserves the message that has waited longest. */
async function take(house: House, trx: Trx, organisationId: string, webhookId: string) {
  const now = house.now();
  const endpoint = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (!endpoint || (endpoint.waitUntil && endpoint.waitUntil > now)) return null;
  const next = await trx
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .where((eb) => eb.or([eb('sendingUntil', 'is', null), eb('sendingUntil', '<', now)]))
    .orderBy('nextAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return null;
  await trx
    .updateTable('webhookDeliveries')
    .set({ sendingUntil: new Date(now.getTime() + heldSeconds * 1000) })
    .where('organisationId', '=', organisationId)
    .where('id', '=', next.id)
    .execute();
  return { endpoint, delivery: next };
}

/** Stores the outcome, with the next try, and what it means for the endpoint. */
async function keep(house: House, trx: Trx, endpoint: Endpoint, delivery: Delivery, posted: Posted): Promise<void> {
  const now = house.now();
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
  else await markFailing(house, trx, endpoint, { now, nextAt, isGone });
}

/** A message that was sent again by hand is given up like any other: a day after the event, at the next failure. */
function nextTry(delivery: Delivery, now: Date, retryAfterSeconds: number | null): Date | null {
  const pause = webhookPauses[delivery.triesCount];
  if (pause === undefined) return null;
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

async function markFailing(house: House, trx: Trx, of: Endpoint, { now, nextAt, isGone }: Failing): Promise<void> {
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
  if (isOver && endpoint.active) return pause(house, trx, endpoint);
  for (const at of [nextAt, waitUntil])
    if (at)
      await house.jobs.announceLater(
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

/** Switched off by the server; its client admins get a mail, and nothing waits any more. */
async function pause(house: House, trx: Trx, endpoint: Endpoint): Promise<void> {
  const { organisationId, id } = endpoint;
  const now = house.now();
  await trx
    .updateTable('webhooks')
    .set({ active: false, pausedAt: now, waitUntil: null, version: sql`version + 1` })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
  await giveUp(trx, organisationId, id);
  const name = nameOfEndpoint(endpoint);
  await record(trx, { ...theServer, organisationId }, { type: 'pause', origin: { entity: 'webhook', id, name } });
  await tellClientAdmins(house, trx, organisationId, { what: 'webhookPaused', at: now, name });
  forgetInterest(house);
  house.log.warn({ event: 'webhook paused', organisation: organisationId, webhook: id }, 'webhooks');
}

/** What waits for an endpoint that is switched off is not sent. */
export async function giveUp(trx: Trx, organisationId: string, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', nextAt: null })
    .where('organisationId', '=', organisationId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** In histories and mails: without the path of its address, which may be secret. */
export function nameOfEndpoint({ url, description }: Pick<Endpoint, 'url' | 'description'>): string {
  const { host } = new URL(url);
  return description === null ? host : `${description} (${host})`;
}
