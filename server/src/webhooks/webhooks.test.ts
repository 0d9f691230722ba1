import type { DeliveryView, WebhookMade, WebhookView } from '@fournil/contract/webhooks/webhook';
import { type WebhookType, webhookMessage, webhookTypes } from '@fournil/contract/webhooks/webhookEvents';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { openHouse, type TestHouse } from '../testing/openHouse.ts';
import { eventually } from '../testing/oven.ts';
import { openWebhookReceiver, type ReceivedCall, type WebhookReceiver } from '../testing/services/webhookReceiver.ts';
import { sendWaiting } from './delivery/sendWaiting.ts';
import { announceOverdue } from './delivery/watchOverdue.ts';

let house: TestHouse;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  house = await openHouse({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await house.close();
  await Promise.all(receivers.map((one) => one.close()));
});

interface Client {
  admin: Person;
  organisationId: string;
  receiver: WebhookReceiver;
  webhook: WebhookMade;
}

/** An organisation with an endpoint for these events. */
async function aClient(fields: object = {}): Promise<Client> {
  const organisationId = await anOrganisation(house);
  const admin = await aPerson(house, 'clientAdmin', organisationId);
  const receiver = await openWebhookReceiver();
  receivers.push(receiver);
  const webhook = (
    await admin.post('/webhooks', { url: `${receiver.url}/hook`, events: ['program.approved'], ...fields })
  ).expect(201) as WebhookMade;
  return { admin, organisationId, receiver, webhook };
}

const received = (receiver: WebhookReceiver, count = 1) =>
  eventually(() => (receiver.calls.length >= count ? receiver.calls : null));
const deliveriesOf = async ({ admin, webhook }: Client, query = '') =>
  (await admin.get(`/webhooks/${webhook.id}/deliveries${query}`)).body['hydra:member'] as DeliveryView[];
const inState = (client: Client, state: DeliveryView['state'], count = 1) =>
  eventually(async () => {
    const found = await deliveriesOf(client, `?state=${state}`);
    return found.length >= count ? found : null;
  });
const viewOf = async ({ admin, webhook }: Client) => (await admin.get(`/webhooks/${webhook.id}`)).body as WebhookView;
const sendNow = ({ organisationId, webhook }: Client) =>
  sendWaiting(house.house, { organisationId, webhookId: webhook.id });
/** Sends what waits again and again, each time after its pause. */
async function tryAll(client: Client, tries: number): Promise<void> {
  for (let one = 0; one < tries; one += 1) {
    const [waiting] = await house.ownerQuery<{ nextAt: Date }>(
      `select "nextAt" from "webhookDeliveries" where "webhookId" = $1 and state = 'waiting'`,
      [client.webhook.id],
    );
    if (!waiting) return;
    house.advance(Math.ceil((waiting.nextAt.getTime() - house.house.now().getTime()) / 1000) + 1);
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
    const admin = await aPerson(house, 'clientAdmin', began.organisationId);
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
    const { writeMessages } = await import('./events/writeMessages.ts');
    const again = {
      id: delivery?.messageId.slice('msg_'.length) ?? '',
      organisationId: client.organisationId,
      type: 'program.approved' as const,
      at: new Date().toISOString(),
      machineId: null,
      facts: { program: { id: client.webhook.id, name: 'x', revision: 1 } },
    };
    await writeMessages(house.house, client.organisationId, [again, again]);
    await Promise.all([1, 2, 3].map(() => sendNow(client)));
    expect(await deliveriesOf(client)).toHaveLength(1);
    expect(client.receiver.calls).toHaveLength(1);
  });
});

describe('INT-05 the secret of an endpoint', () => {
  it('is encrypted in the database, shown after a proof, and signs for a day beside a new one', async () => {
    const client = await aClient();
    const { admin, webhook, receiver } = client;
    const [row] = await house.ownerQuery<{ secret: string }>('select secret from webhooks where id = $1', [webhook.id]);
    expect(row?.secret).not.toContain(webhook.secret.slice(6));
    expect((await admin.get(`/webhooks/${webhook.id}/secret`)).body.secret).toBe(webhook.secret);
    expect(JSON.stringify((await admin.get('/webhooks')).body)).not.toContain('whsec_');
    const { secret } = (await admin.post(`/webhooks/${webhook.id}/secret`)).expect(200) as { secret: string };
    expect(secret).not.toBe(webhook.secret);
    await aProgram(admin);
    const [call] = await received(receiver);
    const signatureAt = ({ headers, body }: ReceivedCall, of: string) =>
      new Webhook(of).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), body);
    for (const one of [secret, webhook.secret])
      expect(String(call?.headers['webhook-signature']).split(' ')).toContain(signatureAt(call as ReceivedCall, one));
    const history = (await admin.get('/history?entity=webhook')).body;
    expect(JSON.stringify(history)).not.toContain('whsec_');
    expect(history['hydra:member'][0]).toMatchObject({ typeEvent: 'update', fields: ['secret'] });
    house.advance(24 * 3600 + 1);
    await aProgram(await aPerson(house, 'clientAdmin', client.organisationId));
    const [, later] = await received(receiver, 2);
    expect(later?.headers['webhook-signature']).toBe(signatureAt(later as ReceivedCall, secret));
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
    house.advance(3 * 86_400);
    // Sessions have ended meanwhile.
    const admin = await aPerson(house, 'clientAdmin', organisationId);
    const client = { ...began, admin };
    await aProgram(admin);
    const paused = await eventually(async () => {
      const view = await viewOf(client);
      return view.state === 'paused' ? view : null;
    });
    expect(paused).toMatchObject({ active: false, waiting: 0, pausedAt: expect.any(String) });
    await eventually(async () =>
      (await mailsTo(house, admin.email)).some((text) => /A webhook was paused/.test(text)) ? true : null,
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
        (await house.ownerQuery('select from webhooks where "waitUntil" is not null and id = $1', [client.webhook.id]))
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
    const at = (minutes: number) => new Date(house.house.now().getTime() + minutes * 60_000);
    const hold = (until: Date) =>
      house.ownerQuery(`update "webhookDeliveries" set "nextAt" = $2, "sendingUntil" = $3 where "webhookId" = $1`, [
        client.webhook.id,
        at(-60),
        until,
      ]);
    await hold(at(60));
    await house.ownerQuery(`delete from pgboss.job where data ->> 'webhookId' = $1`, [client.webhook.id]);
    await announceOverdue(house.house);
    await sendNow(client);
    expect(client.receiver.calls).toHaveLength(1);
    await hold(at(-1));
    await announceOverdue(house.house);
    await inState(client, 'delivered');
    expect(client.receiver.calls).toHaveLength(2);
  });

  it('for several endpoints of one organisation is sent in turn, and none is forgotten', async () => {
    const client = await aClient();
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const receiver = await openWebhookReceiver();
        receivers.push(receiver);
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

describe('INT-05 the endpoints of an organisation', () => {
  it('need a proper address, an event, known structures, and are twenty at most', async () => {
    const { admin, webhook, receiver } = await aClient();
    const wrong = async (over: object) =>
      (await admin.post('/webhooks', { url: receiver.url, events: ['bake.began'], ...over })).body.violations?.[0];
    for (const url of [
      'ftp://erp.example.com/',
      'https://user:secret@erp.example.com/',
      'https://erp.example.com:22/',
      'https://erp.example.com/#x',
      'https://',
      'erp.example.com',
      `https://erp.example.com/${'x'.repeat(500)}`,
    ])
      expect(await wrong({ url }), url).toMatchObject({ propertyPath: 'url' });
    expect(await wrong({ url: 'http://10.0.0.1/' })).toMatchObject({ key: 'custom.validation.webhookAddress' });
    expect(await wrong({ url: 'https://10.0.0.1/' })).toMatchObject({ key: 'custom.validation.webhookNetwork' });
    expect(await wrong({ events: [] })).toMatchObject({ key: 'custom.validation.webhookEvents' });
    expect(await wrong({ events: ['webhook.test'] })).toMatchObject({ propertyPath: 'events.0' });
    const stranger = await aClient();
    const theirs = await aStructure(house, stranger.admin, 'Theirs');
    expect(await wrong({ structures: [theirs] })).toMatchObject({ propertyPath: 'structures.0' });
    expect((await admin.put(`/webhooks/${webhook.id}`, { structures: [theirs] })).status).toBe(422);
    const more = await Promise.all(
      Array.from({ length: 22 }, () => admin.post('/webhooks', { url: receiver.url, events: ['bake.began'] })),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(more.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('are read and changed by its client admins only; those of another organisation do not exist', async () => {
    const [own, other] = [await aClient(), await aClient()];
    await aProgram(other.admin);
    const [delivery] = await inState(other, 'delivered');
    const { id } = other.webhook;
    const answers = [
      await own.admin.get(`/webhooks/${id}`),
      await own.admin.put(`/webhooks/${id}`, { active: false }),
      await own.admin.delete(`/webhooks/${id}`),
      await own.admin.get(`/webhooks/${id}/secret`),
      await own.admin.post(`/webhooks/${id}/secret`),
      await own.admin.post(`/webhooks/${id}/test`),
      await own.admin.get(`/webhooks/${id}/deliveries`),
      await own.admin.get(`/webhook-deliveries/${delivery?.id}`),
      await own.admin.post(`/webhook-deliveries/${delivery?.id}/again`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await own.admin.get('/webhooks')).body['hydra:totalItems']).toBe(1);
    for (const [kind, of] of [
      ['user', own.organisationId],
      ['technician', null],
      ['superAdmin', null],
    ] as const) {
      const person = await aPerson(house, kind, of);
      expect((await person.get('/webhooks')).status).toBe(403);
      expect((await person.post('/webhooks', {})).status).toBe(403);
    }
    // What happened in one organisation was told to nobody else.
    expect(own.receiver.calls).toEqual([]);
    const hidden = await house.house.db.as({ role: 'app', organisationId: own.organisationId }, (trx) =>
      trx.selectFrom('webhookDeliveries').select('id').execute(),
    );
    expect(hidden).toEqual([]);
    await expect(
      house.house.db.as({ role: 'gate' }, (trx) => trx.selectFrom('webhooks').select('secret').execute()),
    ).rejects.toThrow(/permission denied/);
  });

  it('are changed over the version that was read, recorded without their address, and deleted with what was sent', async () => {
    const client = await aClient();
    const { admin, webhook, receiver } = client;
    await aProgram(admin);
    await inState(client, 'delivered');
    const url = `${receiver.url}/other?key=very-secret`;
    const change = { url, description: 'ERP', events: ['bake.ended', 'bake.began'] };
    const changed = (await admin.put(`/webhooks/${webhook.id}`, change, { 'If-Match': '"1"' })).expect(200);
    expect(changed).toMatchObject({ url, description: 'ERP', events: ['bake.began', 'bake.ended'], version: 2 });
    expect((await admin.put(`/webhooks/${webhook.id}`, { active: false }, { 'If-Match': '"1"' })).status).toBe(412);
    const [event] = (await admin.get('/history?entity=webhook&type=update')).body['hydra:member'];
    expect(event.fields).toEqual(['url', 'description', 'events']);
    expect(event.originName).toBe(`ERP (127.0.0.1:${receiver.port})`);
    expect(JSON.stringify(event)).not.toMatch(/very-secret|other/);
    (await admin.delete(`/webhooks/${webhook.id}`)).expect(204);
    expect(await house.ownerQuery('select from "webhookDeliveries" where "webhookId" = $1', [webhook.id])).toEqual([]);
    expect((await admin.get(`/webhooks/${webhook.id}`)).status).toBe(404);
  });

  it('are told of nothing any more when the organisation is closed', async () => {
    const client = await aClient();
    await house.ownerQuery('update organisations set "deletedAt" = now() where id = $1', [client.organisationId]);
    const { writeMessages } = await import('./events/writeMessages.ts');
    await writeMessages(house.house, client.organisationId, [
      {
        id: client.webhook.id,
        organisationId: client.organisationId,
        type: 'program.approved',
        at: new Date().toISOString(),
        machineId: null,
        facts: { program: { id: client.webhook.id, name: 'x', revision: 1 } },
      },
    ]);
    expect(
      await house.ownerQuery('select from "webhookDeliveries" where "webhookId" = $1', [client.webhook.id]),
    ).toEqual([]);
  });
});

it('INT-05 the schema of each event describes its data and nothing else', () => {
  const types: WebhookType[] = [...webhookTypes];
  expect(types).toHaveLength(12);
  for (const type of types) {
    const { success } = webhookMessage(type).safeParse({ type, timestamp: new Date().toISOString(), data: { x: 1 } });
    expect(success).toBe(false);
  }
});
