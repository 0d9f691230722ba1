import type { Command } from '@fournil/contract/machine-link/fromServer';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rolloutKinds } from '../app/rolloutKinds.ts';
import { newId } from '../kit/ids.ts';
import { type Api, apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { advanceAll } from './index.ts';

let server: TestServer;
let admin: Person;
/** The maker's support in a control session of the client. */
let support: Api;
const values = new Map<string, unknown>();
const closings: (() => Promise<void>)[] = [];

const brightness = { param: 'display.brightness', type: 'DOUBLE', value: 80, min: 10, max: 100, unit: 'percent' };

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  (await admin.put('/profile', { isEuroFourControl: true })).expect(200);
  const superAdmin = await aPerson(server, 'superAdmin', null);
  const activationCode = (await admin.get('/home')).body.securityCode as string;
  const asked = await superAdmin.post(`/control/user/${admin.userId}`, { id: admin.userId, activationCode });
  const { token } = asked.expect(200) as { token: string };
  support = apiAs(server, token);
  for (const max of [100, 100, 100, 50]) await anOven(max);
});
afterAll(async () => {
  for (const close of closings) await close();
  await server.close();
});

/** An oven that takes each value it is sent. */
async function anOven(max: number): Promise<void> {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const oven = await connectOven(credentials);
  const value = Math.min(max, 80);
  values.set(machine.id, value);
  oven.client.on('message', (_, payload) => {
    const { commandId, set } = JSON.parse(payload.toString()) as Command;
    values.set(machine.id, set.value);
    const answer = { id: newId(), at: new Date().toISOString(), commandId, done: true };
    void oven.report('answers', answer).catch(() => undefined);
  });
  await oven.client.subscribeAsync(`m/${machine.id}/commands`, { qos: 1 });
  await oven.birth({ settings: [{ ...brightness, max, value }] });
  closings.push(() => oven.close());
}

const input = {
  param: 'display.brightness',
  type: 'DOUBLE',
  value: 60,
  rings: [
    { name: 'Canary', sharePercent: 1 },
    { name: 'All', sharePercent: 100 },
  ],
};
const now = async ({ id }: { id: string }) => (await admin.get(`/rollouts/${id}`)).body as RolloutView;
const count = (value: number) => [...values.values()].filter((one) => one === value).length;

describe('MNU-03 the rollout of a setting', () => {
  it('reaches ring after ring the ovens whose limits allow the value, and gives each its own former value back', async () => {
    await eventually(async () => {
      const { body } = await support.post('/rollouts/settings/preview', input);
      return body.leftOut?.some(({ reason }: { reason: string }) => reason === 'limits');
    });
    const preview = (await support.post('/rollouts/settings/preview', input)).body;
    expect(preview.rings.map(({ machines }: { machines: number }) => machines)).toEqual([1, 2]);
    expect(preview.leftOut).toMatchObject([{ reason: 'limits', machines: 1 }]);
    const rollout = (await support.post('/rollouts/settings', input)).expect(201) as RolloutView;
    expect(rollout).toMatchObject({ kind: 'setting', subject: { name: 'display.brightness', setting: { value: 60 } } });
    await eventually(async () => {
      await advanceAll(server.services, rolloutKinds);
      return (await now(rollout)).state === 'done';
    });
    expect(count(60)).toBe(3);
    (await support.put(`/rollouts/${rollout.id}`, { action: 'rollBack', ring: 0 })).expect(200);
    await eventually(() => count(60) === 2 && count(80) === 1);
    // Not over a newer rollout of the same setting.
    const newer = (await support.post('/rollouts/settings', { ...input, value: 70 })).expect(201) as RolloutView;
    await eventually(() => count(70) > 0);
    expect((await support.put(`/rollouts/${rollout.id}`, { action: 'rollBack' })).status).toBe(409);
    (await support.put(`/rollouts/${newer.id}`, { action: 'rollBack' })).expect(200);
    await eventually(() => count(70) === 0);
    const other = await support.put(`/rollouts/${newer.id}`, { action: 'rollBack', ring: 7 });
    expect([other.status, other.body.violations?.[0]?.propertyPath]).toEqual([422, 'ring']);
    expect(await now(newer)).toMatchObject({ state: 'rolledBack', canRollBack: false });
  });

  it('is started by the maker’s support only, read by client admins, and unknown to users', async () => {
    expect((await admin.post('/rollouts/settings', input)).status).toBe(403);
    expect((await admin.get('/rollouts?kind=setting')).body['hydra:totalItems']).toBe(2);
    const [{ id }] = (await admin.get('/rollouts?kind=setting')).body['hydra:member'];
    expect((await admin.put(`/rollouts/${id}`, { action: 'retry' })).status).toBe(403);
    const user = await aPerson(server, 'user', admin.organisationId ?? '');
    expect((await user.get('/rollouts?kind=setting')).body['hydra:totalItems']).toBe(0);
    expect((await user.get(`/rollouts/${id}`)).status).toBe(404);
  });
});
