import { iri } from '@fournil/contract/kit/addresses';
import type {
  DeliveryPage,
  DeliveryView,
  WebhookPage,
  WebhookState,
  WebhookView,
} from '@fournil/contract/webhooks/webhook';
import { webhookTypes } from '@fournil/contract/webhooks/webhookEvents';
import type { Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { notFound } from '../../kit/errors.ts';
import { cappedPage, pageWithTotal } from '../../kit/page.ts';
import { knownStructures } from '../../rights/index.ts';

function webhooksOf({ trx, caller }: CallContext) {
  return trx.selectFrom('webhooks').where('webhooks.organisationId', '=', caller.organisationId);
}

function selected(context: CallContext) {
  return webhooksOf(context)
    .select(['id', 'url', 'description', 'events', 'structureIds', 'active', 'failingSince', 'pausedAt'])
    .select(['lastDeliveredAt', 'formerSecretUntil', 'createdAt', 'version'])
    .select((eb) =>
      eb
        .selectFrom('webhookDeliveries')
        .select((count) => count.fn.countAll<number>().as('waiting'))
        .whereRef('webhookDeliveries.organisationId', '=', 'webhooks.organisationId')
        .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.id')
        .where('state', '=', 'waiting')
        .as('waiting'),
    );
}

export async function listWebhooks(context: CallContext, { page, itemsPerPage, order }: WebhookPage) {
  const { field, direction } = order ?? { field: 'createdAt', direction: 'desc' };
  const { rows, total } = await pageWithTotal(selected(context), { page, itemsPerPage }, (qb) =>
    qb.orderBy(field, direction).orderBy('id', direction),
  );
  return { items: await toViews(context, rows), total };
}

export async function findWebhook(context: CallContext, id: string): Promise<WebhookView | undefined> {
  const row = await selected(context).where('id', '=', id).executeTakeFirst();
  return row && (await toViews(context, [row]))[0];
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

async function toViews(context: CallContext, rows: readonly Row[]): Promise<WebhookView[]> {
  const { trx, caller: member } = context;
  const structures = await knownStructures(trx, member, [...new Set(rows.flatMap((row) => row.structureIds))]);
  const former = (until: Date | null) => (until && until > context.now() ? until.toISOString() : null);
  return rows.map((row) => ({
    '@id': iri('webhooks', row.id),
    '@type': 'Webhook',
    id: row.id,
    url: row.url,
    description: row.description,
    events: webhookTypes.filter((type) => row.events.includes(type)),
    structures: structures
      .filter(({ id }) => row.structureIds.includes(id))
      .map((one) => ({ '@id': iri('structures', one.id), ...one })),
    isLimited: row.structureIds.length > 0,
    active: row.active,
    state: stateOf(row),
    failingSince: row.failingSince?.toISOString() ?? null,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    waiting: row.waiting ?? 0,
    formerSecretUntil: former(row.formerSecretUntil),
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }));
}

function stateOf({ active, pausedAt, failingSince }: Row): WebhookState {
  if (!active) return pausedAt ? 'paused' : 'off';
  return failingSince ? 'failing' : 'on';
}

/** What was sent to an endpoint, the newest first. */
export async function listDeliveries(
  context: CallContext,
  { page, itemsPerPage, filters }: DeliveryPage,
  webhookId: string,
) {
  const { trx, caller } = context;
  const webhook = await webhooksOf(context).select('waitUntil').where('id', '=', webhookId).executeTakeFirst();
  if (!webhook) throw notFound();
  const query = trx
    .selectFrom('webhookDeliveries')
    .where('organisationId', '=', caller.organisationId)
    .where('webhookId', '=', webhookId)
    .$if(filters.state !== undefined, (qb) => qb.where('state', '=', filters.state ?? 'waiting'))
    .$if(filters.type !== undefined, (qb) => qb.where('type', '=', filters.type ?? 'webhook.test'));
  const { rows, total } = await cappedPage(trx, query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
  );
  return { items: rows.map((row) => toDelivery(row, webhook.waitUntil)), total };
}

export async function findDelivery({ trx, caller }: CallContext, id: string): Promise<DeliveryView | undefined> {
  const row = await trx
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.organisationId', '=', 'webhookDeliveries.organisationId')
        .onRef('webhooks.id', '=', 'webhookDeliveries.webhookId'),
    )
    .selectAll('webhookDeliveries')
    .select('webhooks.waitUntil')
    .where('webhookDeliveries.organisationId', '=', caller.organisationId)
    .where('webhookDeliveries.id', '=', id)
    .executeTakeFirst();
  return row && toDelivery(row, row.waitUntil);
}

/** `waitUntil`: until then nothing is sent to the endpoint, because it keeps failing. */
function toDelivery(row: Selectable<Tables['webhookDeliveries']>, waitUntil: Date | null): DeliveryView {
  const nextAt = row.nextAt && waitUntil && waitUntil > row.nextAt ? waitUntil : row.nextAt;
  return {
    '@id': iri('webhook-deliveries', row.id),
    '@type': 'WebhookDelivery',
    id: row.id,
    messageId: `msg_${row.messageId}`,
    type: row.type,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? (nextAt?.toISOString() ?? null) : null,
    triesCount: row.triesCount,
    tries: [...row.tries].reverse(),
    payload: row.payload,
  };
}
