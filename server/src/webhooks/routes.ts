import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  deliveryFilters,
  deliveryView,
  webhookFilters,
  webhookInput,
  webhookLimits,
  webhookMade,
  webhookOrder,
  webhookSecret,
  webhookUpdate,
  webhookView,
} from '@fournil/contract/webhooks/webhook';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import {
  deleteWebhook,
  editWebhook,
  makeWebhook,
  renewSecret,
  sendAgain,
  sendTest,
  showSecret,
} from './endpoints/actions.ts';
import { findDelivery, findWebhook, listDeliveries, listWebhooks } from './endpoints/queries.ts';

const webhookQuery = listQuery({
  filters: webhookFilters,
  order: webhookOrder,
  itemsPerPage: webhookLimits.listPageSize,
});
const deliveryQuery = listQuery({ filters: deliveryFilters, itemsPerPage: webhookLimits.deliveriesPage });
const list = { config: { allow: 'webhooks.list' } } as const;
const change = { config: { allow: 'webhooks.change' } } as const;
const act = { config: { allow: 'webhooks.act' } } as const;
const one = { params: idParams, response: { 200: webhookView } };

/** INT-05: the endpoints of an organisation, and what was sent to them. */
export function webhookRoutes(app: App, house: House): void {
  app.get(
    '/webhooks',
    { ...list, schema: { querystring: webhookQuery, response: { 200: collection(webhookView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) =>
        listWebhooks(contextOf(house, trx, member), request.query),
      );
      return envelope(request, 'Webhook', found);
    },
  );

  app.get('/webhooks/:id', { ...list, schema: one }, async (request, reply) => {
    const member = memberOf(callerOf(request));
    const view = await house.db.read(scopeOf(member), (trx) =>
      findWebhook(contextOf(house, trx, member), request.params.id),
    );
    return withVersion(reply, view);
  });

  app.post(
    '/webhooks',
    {
      config: { ...change.config, answersSecret: true },
      schema: { body: webhookInput, response: { 201: webhookMade } },
    },
    async (request, reply) => {
      const made = await makeWebhook(house, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', made['@id']).send(withVersion(reply, made));
    },
  );

  const edit = { config: { ...change.config, takesRecord: true }, schema: { ...one, body: webhookUpdate } };
  app.put('/webhooks/:id', edit, async (request, reply) => {
    const { params, body } = request;
    return withVersion(reply, await editWebhook(house, memberOf(callerOf(request)), params.id, body, ifMatch(request)));
  });

  app.delete(
    '/webhooks/:id',
    { ...act, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteWebhook(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  secretRoutes(app, house);
  deliveryRoutes(app, house);
}

function secretRoutes(app: App, house: House): void {
  const schema = { params: idParams, response: { 200: webhookSecret } };
  app.get('/webhooks/:id/secret', { ...change, schema }, (request) =>
    showSecret(house, memberOf(callerOf(request)), request.params.id),
  );
  app.post('/webhooks/:id/secret', { config: { ...change.config, answersSecret: true }, schema }, (request) =>
    renewSecret(house, memberOf(callerOf(request)), request.params.id),
  );
}

function deliveryRoutes(app: App, house: House): void {
  app.get(
    '/webhooks/:id/deliveries',
    { ...list, schema: { params: idParams, querystring: deliveryQuery, response: { 200: collection(deliveryView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) =>
        listDeliveries(trx, member, request.params.id, request.query),
      );
      return envelope(request, 'WebhookDelivery', found);
    },
  );

  const delivery = { params: idParams, response: { 200: deliveryView } };
  app.get('/webhook-deliveries/:id', { ...list, schema: delivery }, (request) => {
    const member = memberOf(callerOf(request));
    return house.db.read(scopeOf(member), (trx) => findDelivery(trx, member, request.params.id));
  });

  app.post('/webhooks/:id/test', { ...act, schema: delivery }, async (request) => {
    const member = memberOf(callerOf(request));
    const id = await sendTest(house, member, request.params.id);
    return house.db.read(scopeOf(member), (trx) => findDelivery(trx, member, id));
  });

  app.post('/webhook-deliveries/:id/again', { ...act, schema: delivery }, async (request) => {
    const member = memberOf(callerOf(request));
    await sendAgain(house, member, request.params.id);
    return house.db.read(scopeOf(member), (trx) => findDelivery(trx, member, request.params.id));
  });
}
