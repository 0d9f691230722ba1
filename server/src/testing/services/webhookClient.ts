import type { DeliveryView, WebhookMade } from '@fournil/contract/webhooks/webhook';
import { anOrganisation, aPerson, type Person } from '../builders.ts';
import { eventually } from '../oven.ts';
import type { TestServer } from '../testServer.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhookReceiver.ts';

/** The client admin of an organisation, and its one endpoint. */
export interface WebhookClient {
  admin: Person;
  organisationId: string;
  receiver: WebhookReceiver;
  webhook: WebhookMade;
}

const receivers: WebhookReceiver[] = [];

/** An organisation with an endpoint for approved programs, or for these events. */
export async function aWebhookClient(server: TestServer, fields: object = {}): Promise<WebhookClient> {
  const organisationId = await anOrganisation(server);
  const admin = await aPerson(server, 'clientAdmin', organisationId);
  const receiver = await aReceiver();
  const webhook = (
    await admin.post('/webhooks', { url: `${receiver.url}/hook`, events: ['program.approved'], ...fields })
  ).expect(201) as WebhookMade;
  return { admin, organisationId, receiver, webhook };
}

/** Where messages arrive; open until `closeReceivers`. */
export async function aReceiver(): Promise<WebhookReceiver> {
  const receiver = await openWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

/** All of them, at the end of a file of tests. */
export async function closeReceivers(): Promise<void> {
  await Promise.all(receivers.map((one) => one.close()));
}

export const received = (receiver: WebhookReceiver, count = 1) =>
  eventually(() => (receiver.calls.length >= count ? receiver.calls : null));

export const deliveriesOf = async ({ admin, webhook }: WebhookClient, query = '') =>
  (await admin.get(`/webhooks/${webhook.id}/deliveries${query}`)).body['hydra:member'] as DeliveryView[];

export const inState = (client: WebhookClient, state: DeliveryView['state'], count = 1) =>
  eventually(async () => {
    const found = await deliveriesOf(client, `?state=${state}`);
    return found.length >= count ? found : null;
  });
