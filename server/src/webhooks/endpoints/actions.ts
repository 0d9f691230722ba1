import { hourMilliseconds } from '@fournil/contract/kit/durations';
import {
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
import { type Member, scopeOf } from '../../kit/caller.ts';
import { contextOf } from '../../kit/context.ts';
import { notFound, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
import { type ExpectedVersion, refuseStale } from '../../kit/refuseStale.ts';
import { refuseTooMany } from '../../kit/refuseTooMany.ts';
import { knownStructures, structuresNamed } from '../../rights/index.ts';
import { isForbiddenLiteral } from '../delivery/literal.ts';
import { giveUp } from '../delivery/pauseEndpoint.ts';
import { newSecret } from '../delivery/sign.ts';
import { forgetInterest } from '../events/interest.ts';
import { insertDeliveries } from '../events/writeMessages.ts';
import { nameOfEndpoint } from './nameOfEndpoint.ts';
import { findWebhook } from './queries.ts';

type Endpoint = Selectable<Tables['webhooks']>;

/** INT-05: the answer contains the secret; it can be shown again after a proof of identity. */
export async function makeWebhook(house: House, member: Member, input: WebhookInput): Promise<WebhookMade> {
  const id = newId();
  const secret = newSecret();
  checkAddress(house, input.url);
  const view = await house.db.as(scopeOf(member), async (trx) => {
    const { organisationId } = member;
    const names = await structuresNamed(trx, member, input.structures);
    await refuseAnotherWebhook(trx, organisationId);
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
        secret: house.keys.encrypt(secret),
        createdAt: house.now(),
      })
      .execute();
    const origin = { entity: 'webhook', id, name: nameOfEndpoint(input) } as const;
    const changes = changesBetween({ events: [], structures: [] }, { events, structures: names });
    await record(trx, member, { type: 'creation', origin, changes });
    return findWebhook(contextOf(house, trx, member), id);
  });
  forgetInterest(house);
  return { ...view, secret };
}

/** Changes only the fields sent. What waits for an endpoint that is switched off is given up. */
export async function editWebhook(
  house: House,
  member: Member,
  id: string,
  update: WebhookUpdate,
  expectedVersion: ExpectedVersion,
): Promise<WebhookView> {
  if (update.url !== undefined) checkAddress(house, update.url);
  const view = await house.db.as(scopeOf(member), async (trx) => {
    const before = await lockWebhook(trx, member, id);
    refuseStale(expectedVersion, before);
    await change(trx, member, before, update);
    return findWebhook(contextOf(house, trx, member), id);
  });
  forgetInterest(house);
  return view;
}

/** INT-01: a webhook that is sent back keeps structures that were deleted and are not shown. */
function isAsRead({ structures, isLimited }: WebhookUpdate, shown: readonly { id: string }[]): boolean {
  if (!structures || (structures.length === 0 && !isLimited)) return false;
  const known = shown.map(({ id }) => id);
  return String([...structures].sort()) === String(known.sort());
}

async function change(trx: Trx, member: Member, before: Endpoint, update: WebhookUpdate): Promise<void> {
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
  if (fields.length > 0) await tell(trx, member, { id, url, description }, { type: 'update', fields, changes });
}

const switchedTo = (active: boolean) => (active ? '+webhook' : '-webhook');

type Named = Pick<Endpoint, 'id' | 'url' | 'description'>;

function tell(trx: Trx, member: Member, endpoint: Named, event: Omit<Event, 'origin'>): Promise<void> {
  const origin = { entity: 'webhook', id: endpoint.id, name: nameOfEndpoint(endpoint) } as const;
  return record(trx, member, { ...event, origin });
}

/** With everything that was sent to it. */
export async function deleteWebhook(
  house: House,
  member: Member,
  id: string,
  expected: ExpectedVersion,
): Promise<void> {
  await house.db.as(scopeOf(member), async (trx) => {
    const endpoint = await lockWebhook(trx, member, id);
    refuseStale(expected, endpoint);
    await trx.deleteFrom('webhooks').where('organisationId', '=', member.organisationId).where('id', '=', id).execute();
    await tell(trx, member, endpoint, { type: 'deletion' });
  });
  forgetInterest(house);
}

export async function showSecret(house: House, member: Member, id: string): Promise<WebhookSecret> {
  const { secret, formerSecret, formerSecretUntil } = await house.db.as(scopeOf(member), (trx) =>
    lockWebhook(trx, member, id),
  );
  house.log.info({ event: 'webhook secret shown', account: member.userId, webhook: id }, 'security');
  const until =
    formerSecret !== null && formerSecretUntil && formerSecretUntil > house.now() ? formerSecretUntil : null;
  return { secret: house.keys.decrypt(secret), formerSecretUntil: until?.toISOString() ?? null };
}

/** A new secret; the present one signs too for a day, and a former one no longer. */
export async function renewSecret(house: House, member: Member, id: string): Promise<WebhookSecret> {
  const secret = newSecret();
  const until = new Date(house.now().getTime() + webhookLimits.formerSecretHours * hourMilliseconds);
  await house.db.as(scopeOf(member), async (trx) => {
    const before = await lockWebhook(trx, member, id);
    await trx
      .updateTable('webhooks')
      .set({
        secret: house.keys.encrypt(secret),
        formerSecret: before.secret,
        formerSecretUntil: until,
        version: sql`version + 1`,
      })
      .where('organisationId', '=', member.organisationId)
      .where('id', '=', id)
      .execute();
    await tell(trx, member, before, { type: 'update', fields: ['secret'] });
  });
  return { secret, formerSecretUntil: until.toISOString() };
}

/** A message of its own type, also for an endpoint that is switched off. Returns its delivery's id. */
export async function sendTest(house: House, member: Member, id: string): Promise<string> {
  const { organisationId } = member;
  return house.db.as(scopeOf(member), async (trx) => {
    await lockWebhook(trx, member, id);
    const delivery = newId();
    const payload = JSON.stringify({ type: testType, timestamp: house.now().toISOString(), data: { endpoint: id } });
    await tryAtOnce(trx, organisationId, id);
    await insertDeliveries(house, trx, organisationId, [
      { id: delivery, webhookId: id, messageId: newId(), type: testType, payload },
    ]);
    return delivery;
  });
}

/** The same message, with the same id, as soon as possible. */
export async function sendAgain(house: House, member: Member, deliveryId: string): Promise<void> {
  const { organisationId } = member;
  await house.db.as(scopeOf(member), async (trx) => {
    const row = await trx
      .updateTable('webhookDeliveries')
      .set({ state: 'waiting', nextAt: house.now() })
      .where('organisationId', '=', organisationId)
      .where('id', '=', deliveryId)
      .returning('webhookId')
      .executeTakeFirst();
    if (!row) throw notFound();
    await tryAtOnce(trx, organisationId, row.webhookId);
    await house.jobs.announce(trx, 'webhook.waiting', { organisationId, webhookId: row.webhookId });
  });
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

function checkAddress(house: House, url: string): void {
  if (!isForbiddenLiteral(house.config.webhookNetworks, url)) return;
  // Without TLS only the networks are called that the operator allows.
  const key = url.startsWith('http:') ? 'custom.validation.webhookAddress' : 'custom.validation.webhookNetwork';
  throw unprocessable({ path: 'url', key, args: {} });
}

async function lockWebhook(trx: Trx, { organisationId }: Member, id: string): Promise<Endpoint> {
  const row = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Endpoints of one organisation are made one after the other, so that their number is right. */
async function refuseAnotherWebhook(trx: Trx, organisationId: string): Promise<void> {
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
