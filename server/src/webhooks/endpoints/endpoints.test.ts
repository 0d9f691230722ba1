import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aProgram, aStructure } from '../../testing/builders.ts';
import { aWebhookClient, closeReceivers, inState, received } from '../../testing/services/webhookClient.ts';
import type { ReceivedCall } from '../../testing/services/webhookReceiver.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { writeMessages } from '../events/writeMessages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await server.close();
  await closeReceivers();
});
const aClient = (fields?: object) => aWebhookClient(server, fields);

describe('INT-05 the secret of an endpoint', () => {
  it('is encrypted in the database, shown after a proof, and signs for a day beside a new one', async () => {
    const client = await aClient();
    const { admin, webhook, receiver } = client;
    const [row] = await server.ownerQuery<{ secret: string }>('select secret from webhooks where id = $1', [
      webhook.id,
    ]);
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
    server.advance(24 * 3600 + 1);
    await aProgram(await aPerson(server, 'clientAdmin', client.organisationId));
    const [, later] = await received(receiver, 2);
    expect(later?.headers['webhook-signature']).toBe(signatureAt(later as ReceivedCall, secret));
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
    const theirs = await aStructure(server, stranger.admin, 'Theirs');
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
      const person = await aPerson(server, kind, of);
      expect((await person.get('/webhooks')).status).toBe(403);
      expect((await person.post('/webhooks', {})).status).toBe(403);
    }
    // What happened in one organisation was told to nobody else.
    expect(own.receiver.calls).toEqual([]);
    const hidden = await server.services.db.as({ role: 'app', organisationId: own.organisationId }, (trx) =>
      trx.selectFrom('webhookDeliveries').select('id').execute(),
    );
    expect(hidden).toEqual([]);
    await expect(
      server.services.db.as({ role: 'gate' }, (trx) => trx.selectFrom('webhooks').select('secret').execute()),
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
    expect(await server.ownerQuery('select from "webhookDeliveries" where "webhookId" = $1', [webhook.id])).toEqual([]);
    expect((await admin.get(`/webhooks/${webhook.id}`)).status).toBe(404);
  });

  it('are told of nothing any more when the organisation is closed', async () => {
    const client = await aClient();
    await server.ownerQuery('update organisations set "deletedAt" = now() where id = $1', [client.organisationId]);
    await writeMessages(server.services, client.organisationId, [
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
      await server.ownerQuery('select from "webhookDeliveries" where "webhookId" = $1', [client.webhook.id]),
    ).toEqual([]);
  });
});
