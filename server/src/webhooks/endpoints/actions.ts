import { hourMilliseconds } from '@fournil/contract/kit/durations';
import {
  type DeliveryView,
  type WebhookInput,
  type WebhookMade,
  type WebhookSecret,
  type WebhookUpdate,
  type WebhookView,
  webhookLimits,
} from '@fournil/contract/webhooks/webhook';
import { testType, webhookTypes } from '@fournil/contract/webhooks/webhookEvents';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { lockNamed } from '../../db/locks.ts';
import type { Tables } from '../../db/tables/index.ts';
import { changesBetween, type Event, record } from '../../history/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { notFound, unprocessable } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { onceCommitted } from '../../kit/onceCommitted.ts';
import { refuseStale } from '../../kit/refuseStale.ts';
import { refuseTooMany } from '../../kit/refuseTooMany.ts';
import type { Services } from '../../kit/services.ts';
import { knownStructures, structuresNamed } from '../../rights/index.ts';
import { isForbiddenLiteral } from '../delivery/literal.ts';
import { giveUp } from '../delivery/pauseEndpoint.ts';
import { newSecret } from '../delivery/sign.ts';
import { forgetInterest } from '../events/interest.ts';
import { insertDeliveries } from '../events/writeMessages.ts';
import { nameOfEndpoint } from './nameOfEndpoint.ts';
import { findDelivery, findWebhook } from './queries.ts';

type Endpoint = Selectable<Tables['webhooks']>;

/** INT-05: the answer contains the secret; it can be shown again after a proof of identity. */
export async function makeWebhook(context: CallContext, input: WebhookInput): Promise<WebhookMade | undefined> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const id = newId();
  const secret = newSecret();
  checkAddress(context, input.url);
  const names = await structuresNamed(trx, member, input.structures);
  await refuseAnotherWebhook(context);
  const events = inOrder(input.events);
  await trx
    .insertInto('webhooks')
    .values({
      organisationId,
      id,
      url: input.url,
      description: input.description,
      events,
      structureIds: input.structures,
      secret: context.keys.encrypt(secret),
      createdAt: context.now(),
    })
    .execute();
  const changes = changesBetween({ events: [], structures: [] }, { events, structures: names });
  await tell(context, { id, ...input }, { type: 'creation', changes });
  onceCommitted(trx, forgetInterest);
  const view = await findWebhook(context, id);
  return view && { ...view, secret };
}

/** Changes only the fields sent. What waits for an endpoint that is switched off is given up. */
export async function editWebhook(
  context: CallContext,
  id: string,
  update: WebhookUpdate,
): Promise<WebhookView | undefined> {
  if (update.url !== undefined) checkAddress(context, update.url);
  await change(context, await lockWebhook(context, id), update);
  onceCommitted(context.trx, forgetInterest);
  return findWebhook(context, id);
}

/** INT-01: a webhook that is sent back keeps structures that were deleted and are not shown. */
function isAsRead({ structures, isLimited }: WebhookUpdate, shown: readonly { id: string }[]): boolean {
  if (!structures || (structures.length === 0 && !isLimited)) return false;
  const known = shown.map(({ id }) => id);
  return String([...structures].sort()) === String(known.sort());
}

async function change(context: CallContext, before: Endpoint, update: WebhookUpdate): Promise<void> {
  const { trx, caller: member } = context;
  const { organisationId, id } = before;
  const { url = before.url, description = before.description, active = before.active } = update;
  const events = inOrder(update.events ?? before.events);
  const former = await knownStructures(trx, member, before.structureIds);
  const structures = isAsRead(update, former) ? undefined : update.structures;
  const structureIds = structures ?? before.structureIds;
  const names = await structuresNamed(trx, member, structures ?? []);
  const changes = [
    ...changesBetween({ ...before, events: inOrder(before.events) }, { description, events }),
    ...(structures ? changesBetween({ structures: former.map(({ name }) => name) }, { structures: names }) : []),
  ];
  const isNewUrl = url !== before.url;
  const isSwitched = active !== before.active;
  // The address without its values, which may contain something secret.
  const fields = [isNewUrl && 'url', ...changes.map(({ field }) => field), isSwitched && switchedTo(active)].filter(
    (field) => field !== false,
  );
  if (fields.length === 0 && String(structureIds) === String(before.structureIds)) return;
  await trx
    .updateTable('webhooks')
    .set({ url, description, events, structureIds, active, version: sql`version + 1` })
    // A new address, or one that was switched on, begins without a past.
    .$if(isNewUrl || (isSwitched && active), (qb) =>
      qb.set({ failingSince: null, failures: 0, waitUntil: null, pausedAt: null }),
    )
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
  if (isSwitched && !active) await giveUp(trx, organisationId, id);
  if (fields.length > 0) await tell(context, { id, url, description }, { type: 'update', fields, changes });
}

const switchedTo = (active: boolean) => (active ? '+webhook' : '-webhook');

type Named = Pick<Endpoint, 'id' | 'url' | 'description'>;

function tell({ trx, caller }: CallContext, endpoint: Named, event: Omit<Event, 'origin'>): Promise<void> {
  const origin = { entity: 'webhook', id: endpoint.id, name: nameOfEndpoint(endpoint) } as const;
  return record(trx, caller, { ...event, origin });
}

/** With everything that was sent to it. */
export async function deleteWebhook(context: CallContext, id: string): Promise<void> {
  const { trx, caller } = context;
  const endpoint = await lockWebhook(context, id);
  await trx.deleteFrom('webhooks').where('organisationId', '=', caller.organisationId).where('id', '=', id).execute();
  await tell(context, endpoint, { type: 'deletion' });
  onceCommitted(trx, forgetInterest);
}

export async function showSecret(context: CallContext, id: string): Promise<WebhookSecret | undefined> {
  const { caller, keys, log, now } = context;
  const endpoint = await endpointOf(context, id).executeTakeFirst();
  if (!endpoint) return undefined;
  log.info({ event: 'webhook secret shown', account: caller.userId, webhook: id }, 'security');
  const { secret, formerSecret, formerSecretUntil } = endpoint;
  const until = formerSecret !== null && formerSecretUntil && formerSecretUntil > now() ? formerSecretUntil : null;
  return { secret: keys.decrypt(secret), formerSecretUntil: until?.toISOString() ?? null };
}

/** A new secret; the present one signs too for a day, and a former one no longer. */
export async function renewSecret(context: CallContext, id: string): Promise<WebhookSecret> {
  const secret = newSecret();
  const until = new Date(context.now().getTime() + webhookLimits.formerSecretHours * hourMilliseconds);
  const before = await lockWebhook(context, id);
  await context.trx
    .updateTable('webhooks')
    .set({
      secret: context.keys.encrypt(secret),
      formerSecret: before.secret,
      formerSecretUntil: until,
      version: sql`version + 1`,
    })
    .where('organisationId', '=', before.organisationId)
    .where('id', '=', id)
    .execute();
  await tell(context, before, { type: 'update', fields: ['secret'] });
  return { secret, formerSecretUntil: until.toISOString() };
}

/** A message of its own type, also for an endpoint that is switched off. */
export async function sendTest(context: CallContext, id: string): Promise<DeliveryView | undefined> {
  const { trx, caller, now } = context;
  const { organisationId } = caller;
  await lockWebhook(context, id);
  const delivery = newId();
  const payload = JSON.stringify({ type: testType, timestamp: now().toISOString(), data: { endpoint: id } });
  await tryAtOnce(trx, organisationId, id);
  await insertDeliveries(context, trx, organisationId, [
    { id: delivery, webhookId: id, messageId: newId(), type: testType, payload },
  ]);
  return findDelivery(context, delivery);
}

/** The same message, with the same id, as soon as possible. */
export async function sendAgain(context: CallContext, deliveryId: string): Promise<DeliveryView | undefined> {
  const { trx, caller, jobs, now } = context;
  const { organisationId } = caller;
  const row = await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'waiting', nextAt: now() })
    .where('organisationId', '=', organisationId)
    .where('id', '=', deliveryId)
    .returning('webhookId')
    .executeTakeFirst();
  if (!row) return undefined;
  await tryAtOnce(trx, organisationId, row.webhookId);
  await jobs.announce(trx, 'webhook.waiting', { organisationId, webhookId: row.webhookId });
  return findDelivery(context, deliveryId);
}

/** A person asks for it, so the endpoint's pause after failures does not count. */
async function tryAtOnce(trx: Trx, organisationId: string, id: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ waitUntil: null })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

function checkAddress(services: Services, url: string): void {
  if (!isForbiddenLiteral(services.config.webhookNetworks, url)) return;
  // Without TLS only the networks are called that the operator allows.
  const key = url.startsWith('http:') ? 'custom.validation.webhookAddress' : 'custom.validation.webhookNetwork';
  throw unprocessable({ path: 'url', key, args: {} });
}

function endpointOf({ trx, caller }: CallContext, id: string) {
  return trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organisationId', '=', caller.organisationId)
    .where('id', '=', id);
}

async function lockWebhook(context: CallContext, id: string): Promise<Endpoint> {
  const row = await endpointOf(context, id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  refuseStale(context.expectedVersion, row);
  return row;
}

/** Endpoints of one organisation are made one after the other, so that their number is right. */
async function refuseAnotherWebhook({ trx, caller: { organisationId } }: CallContext): Promise<void> {
  await lockNamed(trx, `webhooks ${organisationId}`);
  const { perOrganisation: most } = webhookLimits;
  await refuseTooMany(trx.selectFrom('webhooks').where('organisationId', '=', organisationId), most, {
    en: `Your organisation has ${most} webhooks: delete one that is not used any more.`,
    fr: `Votre organisation a ${most} webhooks : supprimez-en un qui ne sert plus.`,
  });
}

function inOrder(events: readonly Endpoint['events'][number][]): Endpoint['events'] {
  return webhookTypes.filter((type) => events.includes(type));
}
