import {
  deliveryQuery,
  deliveryView,
  webhookInput,
  webhookMade,
  webhookQuery,
  webhookSecret,
  webhookUpdate,
  webhookView,
} from '@fournil/contract/webhooks/webhook';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
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

const list = { allow: 'webhooks.list' } as const;
const change = { allow: 'webhooks.change' } as const;
const act = { allow: 'webhooks.act' } as const;

/** INT-05: the endpoints of an organisation, and what was sent to them. */
export function webhookRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Webhooks');
  calls.list('/webhooks', { ...list, query: webhookQuery, item: webhookView }, listWebhooks);
  calls.read('/webhooks/:id', { ...list, answer: webhookView }, findWebhook);
  calls.create('/webhooks', { ...change, answersSecret: true, body: webhookInput, answer: webhookMade }, makeWebhook);
  calls.update('/webhooks/:id', { ...change, body: webhookUpdate, answer: webhookView }, editWebhook);
  calls.remove('/webhooks/:id', act, deleteWebhook);
  calls.read(
    '/webhooks/:id/secret',
    { ...change, name: ['getWebhookSecret', 'Read the signing secret of a webhook'], answer: webhookSecret },
    showSecret,
  );
  calls.answer(
    'POST',
    '/webhooks/:id/secret',
    {
      ...change,
      answersSecret: true,
      name: ['renewWebhookSecret', 'Renew the signing secret of a webhook'],
      answer: webhookSecret,
    },
    renewSecret,
  );
  calls.list(
    '/webhooks/:id/deliveries',
    {
      ...list,
      name: ['listWebhookDeliveries', 'List what was sent to a webhook'],
      type: 'WebhookDelivery',
      query: deliveryQuery,
      item: deliveryView,
    },
    listDeliveries,
  );
  calls.read(
    '/webhook-deliveries/:id',
    { ...list, name: ['getWebhookDelivery', 'Read a delivery'], answer: deliveryView },
    findDelivery,
  );
  calls.answer(
    'POST',
    '/webhooks/:id/test',
    { ...act, name: ['testWebhook', 'Send a test event to a webhook'], answer: deliveryView },
    sendTest,
  );
  calls.answer(
    'POST',
    '/webhook-deliveries/:id/again',
    { ...act, name: ['resendWebhookDelivery', 'Send a delivery again'], answer: deliveryView },
    sendAgain,
  );
}
