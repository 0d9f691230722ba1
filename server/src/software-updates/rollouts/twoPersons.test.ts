import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../testing/builders.ts';
import { takeUpdate } from '../../testing/ddiClient.ts';
import { aFleetOf, type Fleet } from '../../testing/fleet.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let asker: Person;
let other: Person;
beforeAll(async () => {
  server = await openTestServer({ ROLLOUT_PERSONS: '2', LOG_LEVEL: 'info' });
  [asker, other] = [await aPerson(server, 'superAdmin', null), await aPerson(server, 'superAdmin', null)];
});
afterAll(() => server.close());

let count = 0;
async function asked(machines = 2): Promise<{ made: SoftwareUpdateView; fleet: Fleet; rollout: RolloutView }> {
  const made = await anUpdate(server, asker, { version: `7.${++count}.0` });
  const fleet = await aFleetOf(server, machines);
  const rings = [{ name: 'All', organisations: [fleet.organisation] }];
  expect((await asker.post('/rollouts/preview', { update: made.id, rings })).body.needsConfirmation).toBe(true);
  return {
    made,
    fleet,
    rollout: (await asker.post('/rollouts', { update: made.id, rings, abortAtPercent: 49, thenGeneral: false })).expect(
      201,
    ) as RolloutView,
  };
}
const act = (person: Person, { id }: RolloutView, action: string) => person.put(`/rollouts/${id}`, { action });
const offers = async ({ clients }: Fleet) =>
  (await Promise.all(clients.map((client) => client.poll()))).filter(({ deploymentBase }) => deploymentBase).length;

describe('SWU-06 a rollout that needs two persons', () => {
  it('waits without offering anything until a second person confirms it, and names both', async () => {
    const { fleet, rollout, made } = await asked();
    expect(rollout).toMatchObject({
      state: 'unconfirmed',
      askedBy: { id: asker.userId },
      confirmedBy: null,
      rings: [{ state: 'waiting', size: 2 }],
    });
    expect(await offers(fleet)).toBe(0);
    expect((await asker.post('/rollouts', { update: made.id, rings: [{ name: 'More' }] })).body.detail).toContain(
      'waits for its confirmation',
    );
    const own = await act(asker, rollout, 'confirm');
    expect([own.status, own.body.detail]).toEqual([403, expect.stringContaining('another super administrator')]);
    for (const action of ['pause', 'resume', 'stop', 'retry'])
      expect((await act(other, rollout, action)).status, action).toBe(409);
    expect(await offers(fleet)).toBe(0);
    const running = (await act(other, rollout, 'confirm')).expect(200) as RolloutView;
    expect(running).toMatchObject({
      state: 'running',
      askedBy: { id: asker.userId },
      confirmedBy: { id: other.userId },
    });
    expect(await offers(fleet)).toBe(2);
    expect((await act(other, rollout, 'confirm')).status).toBe(409);
    const events = server.logged
      .filter((line) => line['rollout'] === rollout.id)
      .map((line) => [line['event'], line['account']]);
    expect(events).toEqual([
      ['rollout asked for', asker.userId],
      ['rollout confirm', other.userId],
    ]);
    (await act(asker, rollout, 'stop')).expect(200);
    const { body } = await asker.get(`/history?entity=rollout&thing=${rollout.id}`);
    const lines = body['hydra:member'] as { typeEvent: string; actionner: { id: string } }[];
    expect(lines.map(({ typeEvent, actionner }) => [typeEvent, actionner.id])).toEqual([
      ['end', asker.userId],
      ['confirmation', other.userId],
      ['start', asker.userId],
    ]);
  });

  it('is told to the other super admins by mail, once for each time that it is asked for, and is listed by its state', async () => {
    // The asker also gets the mail that the rollout has stopped by itself.
    const mails = async (person: Person) =>
      (await mailsTo(server, person.email)).filter(
        (text) => text.includes(`/#/rollouts/${rollout.id}`) && text.includes('a rollout waits for your confirmation'),
      );
    const listed = async () =>
      ((await other.get('/rollouts?state=unconfirmed')).body['hydra:member'] as RolloutView[]).map(({ id }) => id);
    const { fleet, rollout } = await asked();
    expect(await listed()).toContain(rollout.id);
    const [mail] = await eventually(async () => ((await mails(other)).length === 1 ? await mails(other) : null));
    expect(mail).toContain('Ada');
    (await act(other, rollout, 'confirm')).expect(200);
    expect(await listed()).not.toContain(rollout.id);
    for (const client of fleet.clients) await takeUpdate(client, 'failed');
    (await act(other, rollout, 'retry')).expect(200);
    await eventually(async () => (await mails(asker)).length === 1);
    expect(await mails(other)).toHaveLength(1);
    (await act(asker, rollout, 'takeBack')).expect(200);
  });

  it('can be withdrawn by either, and its machines and its version are free again', async () => {
    const { fleet, rollout, made } = await asked();
    expect(await act(asker, rollout, 'takeBack').then(({ body }) => body)).toMatchObject({
      state: 'stopped',
      reason: 'takenBack',
      rings: [{ counts: { cancelled: 2 } }],
    });
    expect((await act(other, rollout, 'confirm')).status).toBe(409);
    expect(await offers(fleet)).toBe(0);
    expect((await asker.delete(`/software_updates/${made.id}`)).status).toBe(204);
  });

  it('needs a new confirmation for a retry, by another person than who asked for it', async () => {
    const { fleet, rollout } = await asked();
    (await act(other, rollout, 'confirm')).expect(200);
    for (const client of fleet.clients) await takeUpdate(client, 'failed');
    await expect
      .poll(async () => (await asker.get(`/rollouts/${rollout.id}`)).body)
      .toMatchObject({ state: 'aborted' });
    expect((await act(other, rollout, 'retry')).body).toMatchObject({
      state: 'unconfirmed',
      askedBy: { id: other.userId },
      confirmedBy: null,
    });
    expect(await offers(fleet)).toBe(0);
    expect((await act(other, rollout, 'confirm')).status).toBe(403);
    (await act(asker, rollout, 'confirm')).expect(200);
    for (const client of fleet.clients) await takeUpdate(client);
    await expect.poll(async () => (await asker.get(`/rollouts/${rollout.id}`)).body).toMatchObject({ state: 'done' });
  });

  it('that was withdrawn before its confirmation cannot be started by a retry', async () => {
    const { fleet, rollout } = await asked();
    (await act(other, rollout, 'takeBack')).expect(200);
    expect((await act(asker, rollout, 'retry')).body.state).toBe('unconfirmed');
    expect(await offers(fleet)).toBe(0);
    (await act(asker, rollout, 'takeBack')).expect(200);
  });

  it('is withdrawn when its version is revoked meanwhile', async () => {
    const { fleet, rollout, made } = await asked();
    (await asker.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    expect((await asker.get(`/rollouts/${rollout.id}`)).body).toMatchObject({ state: 'stopped', reason: 'revoked' });
    expect((await act(other, rollout, 'confirm')).status).toBe(409);
    expect(await offers(fleet)).toBe(0);
  });

  it('accepts one of many concurrent confirmations and withdrawals', async () => {
    const { rollout } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => act(other, rollout, index % 2 ? 'confirm' : 'takeBack')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { state, confirmedBy } = (await asker.get(`/rollouts/${rollout.id}`)).body as RolloutView;
    expect([state, confirmedBy !== null]).toEqual(state === 'running' ? ['running', true] : ['stopped', false]);
  });
});
