import type { DeliveryView, WebhookView } from '@fournil/contract/webhooks/webhook';
import { webhookMessage } from '@fournil/contract/webhooks/webhookEvents';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aProgram } from '../../testing/builders.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { eventually } from '../../testing/oven.ts';
import {
  aReceiver,
  aWebhookClient,
  closeReceivers,
  deliveriesOf,
  inState,
  received,
  type WebhookClient,
} from '../../testing/services/webhookClient.ts';
import type { ReceivedCall } from '../../testing/services/webhookReceiver.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { writeMessages } from '../events/writeMessages.ts';
import { sendWaiting } from './sendWaiting.ts';
import { announceOverdue } from './watchOverdue.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await server.close();
  await closeReceivers();
});

const aClient = (fields?: object) => aWebhookClient(server, fields);
const viewOf = async ({ admin, webhook }: WebhookClient) =>
  (await admin.get(`/webhooks/${webhook.id}`)).body as WebhookView;
const sendNow = ({ organisationId, webhook }: WebhookClient) =>
  sendWaiting(server.services, { organisationId, webhookId: webhook.id });
/** Sends what waits again and again, each time after its pause. */
async function tryAll(client: WebhookClient, tries: number): Promise<void> {
  for (let one = 0; one < tries; one += 1) {
    const [waiting] = await server.ownerQuery<{ nextAt: Date }>(
      `select "nextAt" from "webhookDeliveries" where "webhookId" = $1 and state = 'waiting'`,
      [client.webhook.id],
    );
    if (!waiting) return;
    server.advance(Math.ceil((waiting.nextAt.getTime() - server.services.now().getTime()) / 1000) + 1);
    await sendNow(client);
  }
}
const verify = (secret: string, { body, headers }: ReceivedCall) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('INT-05 a message', () => {
  it('is signed after the Standard Webhooks specification, and verified by its library', async () => {
    const { admin, receiver, webhook } = await aClient();
    const program = await aProgram(admin, { name: 'Brioche' });
    const [call] = await received(receiver);
    expect(call).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json; charset=utf-8' } });
    const message = verify(webhook.secret, call as ReceivedCall);
    expect(webhookMessage('program.approved').parse(message)).toEqual({
      type: 'program.approved',
      timestamp: expect.any(String),
      data: { program: { id: program.id, name: 'Brioche', revision: 1 } },
    });
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(call?.headers['webhook-id']).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(() => verify(webhook.secret, { ...(call as ReceivedCall), body: `${call?.body} ` })).toThrow();
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, call as ReceivedCall)).toThrow();
  });

  it('is tried again with the same id and body until it is answered, each time signed for its time', async () => {
    const client = await aClient();
    const { admin, receiver, webhook } = client;
    receiver.answer((_call, response) => response.writeHead(503).end('down for repairs'));
    await aProgram(admin);
    const [first] = await inState(client, 'waiting');
    await eventually(async () => (await deliveriesOf(client))[0]?.triesCount);
    await tryAll(client, 1);
    receiver.answer((_call, response) => response.writeHead(200).end('ok'));
    await tryAll(client, 1);
    const [done] = await inState(client, 'delivered');
    expect(done?.id).toBe(first?.id);
    expect(done?.tries.map(({ status, excerpt, failure }) => [status, excerpt, failure])).toEqual([
      [200, 'ok', null],
      [503, 'down for repairs', 'answer'],
      [503, 'down for repairs', 'answer'],
    ]);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    // In this test the clock of the server is ahead.
    const times = receiver.calls.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { headers, body } of receiver.calls) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const expected = new Webhook(webhook.secret).sign(String(headers['webhook-id']), at, body);
      expect(headers['webhook-signature']).toBe(expected);
    }
    expect(await viewOf(client)).toMatchObject({ state: 'on', failingSince: null, waiting: 0 });
  });

  it('is given up a day after the event, and sent again by hand with the same id', async () => {
    const began = await aClient();
    const { receiver } = began;
    receiver.answer((_call, response) => response.writeHead(500).end());
    await aProgram(began.admin);
    await eventually(async () => (await deliveriesOf(began))[0]?.triesCount);
    await tryAll(began, 20);
    // Sessions have ended meanwhile.
    const admin = await aPerson(server, 'clientAdmin', began.organisationId);
    const client = { ...began, admin };
    const [failed] = await inState(client, 'failed');
    const day = 86_400_000;
    expect(failed?.triesCount).toBe(10);
    const tried = failed?.tries.map(({ at }) => Date.parse(at)) ?? [];
    const lasted = (tried[0] ?? 0) - (tried.at(-1) ?? 0);
    expect([lasted > 0.9 * day, lasted <= day]).toEqual([true, true]);
    receiver.answer((_call, response) => response.writeHead(204).end());
    (await admin.post(`/webhook-deliveries/${failed?.id}/again`)).expect(200);
    await inState(client, 'delivered');
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    (await admin.post(`/webhook-deliveries/${failed?.id}/again`)).expect(200);
    await received(receiver, 12);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is written once, although its job runs twice, and sent once by several jobs', async () => {
    const client = await aClient();
    await aProgram(client.admin);
    await inState(client, 'delivered');
    const [delivery] = await deliveriesOf(client);
    const again = {
      id: delivery?.messageId.slice('msg_'.length) ?? '',
      organisationId: client.organisationId,
      type: 'program.approved' as const,
      at: new Date().toISOString(),
      machineId: null,
      facts: { program: { id: client.webhook.id, name: 'x', revision: 1 } },
    };
    await writeMessages(server.services, client.organisationId, [again, again]);
    await Promise.all([1, 2, 3].map(() => sendNow(client)));
    expect(await deliveriesOf(client)).toHaveLength(1);
    expect(client.receiver.calls).toHaveLength(1);
  });
});

describe('INT-05 an endpoint that fails', () => {
  it('is paused after three days without a success, with a mail to the client admins, and can be switched on', async () => {
    const began = await aClient();
    const { receiver, webhook, organisationId } = began;
    receiver.answer((_call, response) => response.writeHead(500).end());
    await aProgram(began.admin);
    await eventually(async () => (await viewOf(began)).failingSince);
    expect((await viewOf(began)).state).toBe('failing');
    server.advance(3 * 86_400);
    // Sessions have ended meanwhile.
    const admin = await aPerson(server, 'clientAdmin', organisationId);
    const client = { ...began, admin };
    await aProgram(admin);
    const paused = await eventually(async () => {
      const view = await viewOf(client);
      return view.state === 'paused' ? view : null;
    });
    expect(paused).toMatchObject({ active: false, waiting: 0, pausedAt: expect.any(String) });
    await eventually(async () =>
      (await mailsTo(server, admin.email)).some((text) => /A webhook was paused/.test(text)) ? true : null,
    );
    const calls = receiver.calls.length;
    await aProgram(admin);
    const [event] = (await admin.get('/history?entity=webhook&type=pause')).body['hydra:member'];
    expect(event).toMatchObject({ actionner: { kind: 'server' }, originName: `127.0.0.1:${receiver.port}` });
    receiver.answer((_call, response) => response.writeHead(204).end());
    (await admin.put(`/webhooks/${webhook.id}`, { active: true })).expect(200);
    await aProgram(admin);
    await received(receiver, calls + 1);
    expect(receiver.calls).toHaveLength(calls + 1);
    expect(await viewOf(client)).toMatchObject({ state: 'on', pausedAt: null });
  });

  it('is paused at once when it answers that it is gone (410)', async () => {
    const client = await aClient();
    client.receiver.answer((_call, response) => response.writeHead(410).end());
    await aProgram(client.admin);
    await eventually(async () => (await viewOf(client)).state === 'paused');
    expect(await inState(client, 'failed')).toHaveLength(1);
  });

  it('is left alone for a while after some failures, whatever happens meanwhile', async () => {
    const client = await aClient();
    const { admin, receiver } = client;
    receiver.answer((_call, response) => response.writeHead(500).end());
    for (let count = 0; count < 12; count += 1) await aProgram(admin);
    await inState(client, 'waiting', 12);
    await eventually(
      async () =>
        (await server.ownerQuery('select from webhooks where "waitUntil" is not null and id = $1', [client.webhook.id]))
          .length > 0,
    );
    const calls = receiver.calls.length;
    await sendNow(client);
    expect(receiver.calls).toHaveLength(calls);
    expect(calls).toBeLessThan(12);
    // A test and a message sent again by hand do not wait.
    (await admin.post(`/webhooks/${client.webhook.id}/test`)).expect(200);
    await received(receiver, calls + 1);
  });

  it('does not hold up another organisation’s, however slow it is', async () => {
    const [slow, quick] = [await aClient(), await aClient()];
    const held: (() => void)[] = [];
    slow.receiver.answer((_call, response) => held.push(() => response.writeHead(204).end()));
    for (let count = 0; count < 40; count += 1) await aProgram(slow.admin);
    await received(slow.receiver);
    const began = Date.now();
    await aProgram(quick.admin);
    await received(quick.receiver);
    expect(Date.now() - began).toBeLessThan(5000);
    expect(slow.receiver.calls.length).toBeLessThanOrEqual(4);
    slow.receiver.answer((_call, response) => response.writeHead(204).end());
    for (const answer of held) answer();
  });
});

describe('INT-05 what waits', () => {
  it('is sent although the server that was sending it has died, and although its job is lost', async () => {
    const client = await aClient();
    client.receiver.answer((_call, response) => response.writeHead(500).end());
    await aProgram(client.admin);
    await eventually(async () => (await deliveriesOf(client))[0]?.triesCount);
    client.receiver.answer((_call, response) => response.writeHead(204).end());
    const at = (minutes: number) => new Date(server.services.now().getTime() + minutes * 60_000);
    const hold = (until: Date) =>
      server.ownerQuery(`update "webhookDeliveries" set "nextAt" = $2, "sendingUntil" = $3 where "webhookId" = $1`, [
        client.webhook.id,
        at(-60),
        until,
      ]);
    await hold(at(60));
    await server.ownerQuery(`delete from pgboss.job where data ->> 'webhookId' = $1`, [client.webhook.id]);
    await announceOverdue(server.services);
    await sendNow(client);
    expect(client.receiver.calls).toHaveLength(1);
    await hold(at(-1));
    await announceOverdue(server.services);
    await inState(client, 'delivered');
    expect(client.receiver.calls).toHaveLength(2);
  });

  it('for several endpoints of one organisation is sent in turn, and none is forgotten', async () => {
    const client = await aClient();
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const receiver = await aReceiver();
        receiver.answer((_call, response) => setTimeout(() => response.writeHead(204).end(), 50));
        const input = { url: receiver.url, events: ['program.approved'] };
        (await client.admin.post('/webhooks', input)).expect(201);
        return receiver;
      }),
    );
    for (let count = 0; count < 10; count += 1) await aProgram(client.admin);
    for (const receiver of [client.receiver, ...others]) await received(receiver, 10);
    for (const receiver of [client.receiver, ...others])
      expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(10);
  });
});

describe('INT-05 a test of an endpoint', () => {
  it('is a signed message, also to an endpoint that is switched off', async () => {
    const client = await aClient();
    const { admin, receiver, webhook } = client;
    (await admin.put(`/webhooks/${webhook.id}`, { active: false })).expect(200);
    const { id } = (await admin.post(`/webhooks/${webhook.id}/test`)).expect(200) as DeliveryView;
    const done = await eventually(async () => {
      const { body } = await admin.get(`/webhook-deliveries/${id}`);
      return body.state === 'delivered' ? (body as DeliveryView) : null;
    });
    expect(done).toMatchObject({ type: 'webhook.test', triesCount: 1, tries: [{ status: 204, failure: null }] });
    expect(webhookMessage('webhook.test').parse(JSON.parse(receiver.calls[0]?.body ?? ''))).toMatchObject({
      data: { endpoint: webhook.id },
    });
    await aProgram(admin);
    expect(await deliveriesOf(client)).toHaveLength(1);
  });
});
