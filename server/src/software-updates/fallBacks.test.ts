import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { ddiClient, takeUpdate } from '../testing/ddiClient.ts';
import { aPairedMachine, connectOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { anUpdate } from '../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

describe('SWU-04 a machine that reported success and starts with its former version', () => {
  it('has failed: in its ring, in its own list and in the maker’s history, and can be tried again', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const oven = await connectOven(credentials);
    await oven.birth({ softwareVersion: '4.1.6', session: 1 });
    const made = await anUpdate(server, superAdmin, { version: '4.2.0' });
    const rings = [{ name: 'All', organisations: [admin.organisationId], sharePercent: 100 }];
    const rollout = (await superAdmin.post('/rollouts', { update: made.id, rings, thenGeneral: true })).expect(
      201,
    ) as RolloutView;
    const now = async () => (await superAdmin.get(`/rollouts/${rollout.id}`)).body as RolloutView;
    expect(await takeUpdate(ddiClient(server, credentials))).toBe(true);
    await expect.poll(async () => (await now()).state).toBe('done');
    // As after an update: the new version first, and after the next start the boot loader's former one.
    await oven.birth({ softwareVersion: '4.2.0', session: 2 });
    const past = async () => (await admin.get(`/machines/${machine.id}/updates`)).body.past;
    expect((await past())[0]).toMatchObject({ version: '4.2.0', state: 'done' });
    await oven.birth({ softwareVersion: '4.1.6', session: 3 });
    expect((await past())[0]).toMatchObject({ version: '4.2.0', state: 'failed', message: 'Went back to 4.1.6' });
    expect((await now()).rings[0]).toMatchObject({ counts: { failed: 1, done: 0 } });
    const told = (await superAdmin.get('/history?type=rollBack')).body['hydra:member'];
    expect(told[0]).toMatchObject({ typeEntity: 'softwareUpdate', targetId: machine.id });
    // The same word again is the same failure.
    await oven.birth({ softwareVersion: '4.1.6', session: 4 });
    expect((await superAdmin.get('/history?type=rollBack')).body['hydra:totalItems']).toBe(1);
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'retry' })).expect(200);
    expect(await takeUpdate(ddiClient(server, credentials))).toBe(true);
    await oven.birth({ softwareVersion: '4.2.0', session: 5 });
    expect((await past())[0]).toMatchObject({ state: 'done' });
    await oven.close();
  });
});
