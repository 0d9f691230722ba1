import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { webhookMessage } from '@fournil/contract/webhooks/webhookEvents';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rolloutKinds } from '../app/rolloutKinds.ts';
import { aPerson, aProgram, install, type Person, preheatedTo } from '../testing/builders.ts';
import { takeUpdate } from '../testing/ddiClient.ts';
import { aFleetOf } from '../testing/fleet.ts';
import { anObedientOven, type ObedientOven } from '../testing/machines/obedientOven.ts';
import { eventually } from '../testing/oven.ts';
import { aWebhookClient, closeReceivers, received, type WebhookClient } from '../testing/services/webhookClient.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { anUpdate } from '../testing/updates.ts';
import { advanceAll } from './index.ts';

let server: TestServer;
const ovens: ObedientOven[] = [];

beforeAll(async () => {
  server = await openTestServer({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterEach(async () => {
  for (const one of ovens.splice(0)) await one.close();
});
afterAll(async () => {
  await server.close();
  await closeReceivers();
});

/** An organisation that wants to be told of rollouts, with an oven and a program whose revision 2 is a draft. */
async function aDraft(): Promise<WebhookClient & { oven: ObedientOven; program: { id: string } }> {
  const client = await aWebhookClient(server, { events: ['rollout.paused', 'rollout.ended'] });
  const { admin } = client;
  const program = await aProgram(admin, { name: 'Brioche' });
  const oven = await anObedientOven(server, admin);
  ovens.push(oven);
  await install(admin, [oven.id], [program.id]);
  await eventually(() => oven.desired()[0]?.revision === 1);
  (await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(200), draft: true })).expect(200);
  return { ...client, oven, program };
}

const start = async (who: Person, program: { id: string }, fields: object = {}) =>
  (
    await who.post(`/programs/${program.id}/rollouts`, {
      revision: 2,
      rings: [{ name: 'All', sharePercent: 100 }],
      ...fields,
    })
  ).expect(201) as RolloutView;

const act = async (who: Person, { id }: { id: string }, action: string) =>
  (await who.put(`/rollouts/${id}`, { action })).expect(200);

/** The messages to the endpoint, each checked by the schema of its type. */
async function told({ receiver }: WebhookClient, count: number): Promise<object[]> {
  const calls = await eventually(async () => {
    await advanceAll(server.services, rolloutKinds);
    return receiver.calls.length >= count ? receiver.calls : null;
  });
  return calls.map(({ body }) => {
    const message = JSON.parse(body) as { type: 'rollout.paused' | 'rollout.ended' };
    return webhookMessage(message.type).parse(message);
  });
}

const mailsAbout = ({ id }: { id: string }) =>
  server.ownerQuery<{ to: string; subject: string; text: string }>(
    'select "toAddress" as to, subject, text from mails where reason like $1',
    [`rollout ${id} %`],
  );
/** The mails and messages to endpoints are jobs of the transaction of the change. */
const jobsAbout = async ({ id }: { id: string }) =>
  (
    await server.ownerQuery<{ name: string }>(
      `select name from pgboss.job where data ->> 'rolloutId' = $1 or data -> 'facts' -> 'rollout' ->> 'id' = $1`,
      [id],
    )
  ).map(({ name }) => name);
const mailAbout = (rollout: { id: string }) =>
  eventually(async () => {
    await advanceAll(server.services, rolloutKinds);
    return (await mailsAbout(rollout))[0] ?? null;
  });

describe('MNU-03 INT-05 a rollout tells', () => {
  it('its success to the endpoints, and to the person in whose name it was started, in their language', async () => {
    const client = await aDraft();
    const user = await aPerson(server, 'user', client.organisationId, { language: 'FR' });
    const rollout = await start(user, client.program);
    const [ended] = await told(client, 1);
    expect(ended).toMatchObject({
      type: 'rollout.ended',
      data: {
        rollout: {
          ...{ id: rollout.id, kind: 'program', name: 'Brioche', revision: 2 },
          machines: { total: 1, done: 1, failed: 0 },
        },
        state: 'done',
        reason: null,
      },
    });
    expect(await mailAbout(rollout)).toMatchObject({
      to: user.email,
      subject: 'Brioche, révision 2\u00a0: déploiement terminé',
      text: expect.stringContaining('Machines à jour\u00a0: 1 sur 1. Refus ou échecs\u00a0: 0.'),
    });
  });

  it('its end by its own rules with the reason, to the administrators when the person who started it is gone', async () => {
    const client = await aDraft();
    const user = await aPerson(server, 'user', client.organisationId);
    client.oven.refuse(2);
    const rollout = await start(user, client.program, { abortAtPercent: 0 });
    await server.ownerQuery('update users set active = false where id = $1', [user.userId]);
    const [ended] = await told(client, 1);
    expect(ended).toMatchObject({
      type: 'rollout.ended',
      data: { rollout: { machines: { failed: 1 } }, state: 'aborted', reason: 'failures' },
    });
    const { to, subject, text } = await mailAbout(rollout);
    expect([to, subject]).toEqual([client.admin.email, 'Brioche, revision 2: the rollout has stopped by itself']);
    expect(text).toContain('Too many machines of a ring have refused it or failed.');
    expect(text).toContain(`/#/rollouts/${rollout.id}`);
  });

  it('its pause by silence, once', async () => {
    const client = await aDraft();
    await client.oven.close();
    const rollout = await start(client.admin, client.program, { silenceMinutes: 60 });
    server.advance(61 * 60);
    expect(await told(client, 1)).toMatchObject([{ type: 'rollout.paused', data: { reason: 'silence' } }]);
    expect(await mailAbout(rollout)).toMatchObject({ subject: 'Brioche, revision 2: the rollout is paused' });
    await advanceAll(server.services, rolloutKinds);
    expect(await mailsAbout(rollout)).toHaveLength(1);
  });

  it('what people do to the endpoints only', async () => {
    const client = await aDraft();
    client.oven.refuse(2);
    const rollout = await start(client.admin, client.program, { abortAtPercent: 100 });
    await act(client.admin, rollout, 'pause');
    await act(client.admin, rollout, 'stop');
    const messages = await told(client, 2);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'rollout.paused', data: expect.objectContaining({ reason: 'person' }) }),
        expect.objectContaining({
          type: 'rollout.ended',
          data: expect.objectContaining({ state: 'stopped', reason: 'person' }),
        }),
      ]),
    );
    expect(new Set(await jobsAbout(rollout))).toEqual(new Set(['webhook.happened']));
  });
});

it('SWU-04 INT-05 a rollout of software tells its end to the maker, and no client’s endpoint', async () => {
  const client = await aWebhookClient(server, { events: ['rollout.ended', 'update.done'] });
  const superAdmin = await aPerson(server, 'superAdmin', null, { language: 'FR' });
  const fleet = await aFleetOf(server, 1, { organisation: client.organisationId });
  const made = await anUpdate(server, superAdmin, { version: '8.4.0' });
  const rings = [{ name: 'All', organisations: [client.organisationId] }];
  const rollout = (await superAdmin.post('/rollouts', { update: made.id, rings, thenGeneral: false })).expect(
    201,
  ) as RolloutView;
  for (const one of fleet.clients) await takeUpdate(one);
  expect(await mailAbout(rollout)).toMatchObject({
    to: superAdmin.email,
    subject: 'Version 8.4.0\u00a0: déploiement terminé',
  });
  expect(await jobsAbout(rollout)).toEqual(['rollout.changed']);
  const calls = await received(client.receiver);
  expect(calls.map(({ body }) => JSON.parse(body).type)).toEqual(['update.done']);
});
