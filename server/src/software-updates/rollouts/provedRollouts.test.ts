import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SoftwareUpdateDetail, SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../testing/builders.ts';
import { type DdiClient, takeUpdate } from '../../testing/ddiClient.ts';
import { aFleetOf, type Fleet } from '../../testing/fleet.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
});
afterAll(() => server.close());

let count = 0;
const update = () => anUpdate(server, superAdmin, { version: `8.${++count}.0` });
const ring = (fleet: Fleet, name = 'All', sharePercent = 100) => ({
  name,
  organisations: [fleet.organisation],
  sharePercent,
});
const begin = (made: SoftwareUpdateView, rings: object[], settings: object = {}) =>
  superAdmin.post('/rollouts', { update: made.id, rings, thenGeneral: true, ...settings });
const start = async (made: SoftwareUpdateView, rings: object[], settings: object = {}) =>
  (await begin(made, rings, settings)).expect(201) as RolloutView;
const act = (rollout: { id: string }, action: string) => superAdmin.put(`/rollouts/${rollout.id}`, { action });
const now = async ({ id }: { id: string }) => (await superAdmin.get(`/rollouts/${id}`)).body as RolloutView;
const version = async ({ id }: { id: string }) =>
  (await superAdmin.get(`/software_updates/${id}`)).body as SoftwareUpdateDetail;
const take = async ({ clients }: Fleet, luck: 'done' | 'failed' = 'done') => {
  for (const client of clients) await takeUpdate(client, luck);
};
/** The machines of a rollout's first ring, which depend on a hash of their ids. */
const pilotsOf = async (rollout: RolloutView) =>
  (
    await server.ownerQuery<{ id: string }>(
      `select "machineId" as id from "machineUpdates" where "rolloutId" = $1 and ring = 0`,
      [rollout.id],
    )
  ).map(({ id }) => id);
/** A machine that its owner deletes leaves its ring. */
const leave = (ids: readonly string[]) => server.ownerQuery('delete from machines where id = any($1)', [ids]);
const reaches = (rollout: RolloutView, wanted: object) => expect.poll(async () => now(rollout)).toMatchObject(wanted);

describe('SWU-06 one rollout of a version at a time:', () => {
  it('a second one is refused with the name of the first, also while that is paused', async () => {
    const [fleet, made] = [await aFleetOf(server, 4), await update()];
    const rollout = await start(made, [ring(fleet, 'Pilot', 25), ring(fleet)]);
    for (const action of ['pause', 'resume']) {
      await act(rollout, action);
      const { status, body } = await begin(made, [ring(await aFleetOf(server, 1))]);
      expect([status, body.detail]).toEqual([
        409,
        expect.stringContaining(`Only one rollout of ${made.version} at a time`),
      ]);
      expect(body.detail).toContain(rollout.createdBy);
    }
    expect((await version(made)).generalSince).toBe(null);
    (await act(rollout, 'stop')).expect(200);
    const again = await start(made, [ring(await aFleetOf(server, 1))]);
    // An ended rollout cannot begin again while another one is open.
    expect((await act(rollout, 'retry')).body.detail).toContain('is running');
    (await act(again, 'stop')).expect(200);
  });

  it('of twenty that are started at once on two servers, one runs', async () => {
    const other = await openTestServer({}, server.databaseUrl);
    try {
      const second = await aPerson(other, 'superAdmin', null);
      const made = await update();
      const fleets = await Promise.all(Array.from({ length: 20 }, () => aFleetOf(server, 1)));
      const bodies = fleets.map((fleet) => ({ update: made.id, rings: [ring(fleet)] }));
      const answers = await Promise.all(
        bodies.map((body, index) => (index % 2 ? superAdmin : second).post('/rollouts', body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
      const [{ open } = { open: 0 }] = await server.ownerQuery<{ open: number }>(
        `select count(*)::int as open from rollouts where "updateId" = $1 and state = 'running'`,
        [made.id],
      );
      expect(open).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('the database enforces it too', async () => {
    const [fleet, made] = [await aFleetOf(server, 1), await update()];
    const rollout = await start(made, [ring(fleet)]);
    const copy = `insert into rollouts (id, "updateId", state, "openAtPercent", "abortAtPercent", "silenceMinutes",
      "allowOlder", "thenGeneral", "createdBy")
      select gen_random_uuid(), "updateId", 'running', 90, 2, 240, false, true, 'x' from rollouts where id = $1`;
    await expect(server.ownerQuery(copy, [rollout.id])).rejects.toThrow(/rollouts_open/);
    const own = `update rollouts set "confirmedById" = "askedById" where id = $1`;
    await expect(server.ownerQuery(own, [rollout.id])).rejects.toThrow(/rollouts_two_persons/);
    (await act(rollout, 'stop')).expect(200);
  });
});

describe('SWU-06 a version is made general only by a proved rollout:', () => {
  it('a person alone cannot do it, and a rollout whose rings all succeeded does', async () => {
    const [fleet, made] = [await aFleetOf(server, 3), await update()];
    expect((await superAdmin.post(`/software_updates/general/${made.id}`)).body.detail).toContain(
      'No rollout has proved this version',
    );
    const rollout = await start(made, [ring(fleet, 'Pilot', 30), ring(fleet)], { thenGeneral: false });
    const [pilot] = await pilotsOf(rollout);
    await takeUpdate(fleet.clients[fleet.ids.indexOf(pilot as string)] as DdiClient);
    await reaches(rollout, { state: 'running', rings: [{ state: 'done' }, { state: 'running' }] });
    expect((await superAdmin.post(`/software_updates/general/${made.id}`)).status).toBe(409);
    await take(fleet);
    await reaches(rollout, { state: 'done' });
    expect(await version(made)).toMatchObject({ generalSince: null, isProved: true });
    expect(
      ((await superAdmin.post(`/software_updates/general/${made.id}`)).expect(200) as SoftwareUpdateDetail)
        .generalSince,
    ).not.toBe(null);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    expect((await superAdmin.post(`/software_updates/general/${made.id}`)).body.detail).toContain('revoked');
  });

  it('an empty ring is refused at its place, and named by the dry run', async () => {
    const [fleet, nobody, made] = [await aFleetOf(server, 2), await aFleetOf(server, 0), await update()];
    const rings = [ring(nobody, 'Pilot'), ring(fleet)];
    const { body } = await superAdmin.post('/rollouts/preview', { update: made.id, rings });
    expect(body.rings.map(({ machines }: { machines: number }) => machines)).toEqual([0, 2]);
    const refused = await begin(made, rings);
    expect([refused.status, refused.body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'rings.0', key: 'custom.validation.emptyRing' }],
    ]);
    expect((await superAdmin.get(`/rollouts?update=${made.id}`)).body['hydra:totalItems']).toBe(0);
  });

  it('a ring whose machines have all left ends the rollout without proof', async () => {
    const [fleet, made] = [await aFleetOf(server, 4), await update()];
    const rollout = await start(made, [ring(fleet, 'Pilot', 25), ring(fleet)]);
    await leave(await pilotsOf(rollout));
    await reaches(rollout, { state: 'stopped', reason: 'nothingProved' });
    expect((await now(rollout)).rings[1]).toMatchObject({ state: 'waiting', counts: { cancelled: 3 } });
    expect(await version(made)).toMatchObject({ generalSince: null, isProved: false });
  });

  it('SWU-04 a ring whose machines are all out of service ends the rollout without proof', async () => {
    const [first, last, made] = [await aFleetOf(server, 1), await aFleetOf(server, 2), await update()];
    const rollout = await start(made, [ring(first, 'Pilot'), ring(last)]);
    await server.ownerQuery('update machines set active = false where id = any($1)', [last.ids]);
    await takeUpdate(first.clients[0] as DdiClient);
    await reaches(rollout, {
      state: 'stopped',
      reason: 'nothingProved',
      rings: [{ state: 'done' }, { state: 'waiting', counts: { waiting: 0 } }],
    });
    expect((await version(made)).generalSince).toBe(null);
  });

  it('SWU-04 a machine that is back in service before the end of its ring counts again', async () => {
    const [fleet, made] = [await aFleetOf(server, 2), await update()];
    const rollout = await start(made, [ring(fleet)]);
    const serve = (active: boolean) =>
      server.ownerQuery('update machines set active = $2 where id = $1', [fleet.ids[1], active]);
    await serve(false);
    await reaches(rollout, { state: 'running', rings: [{ counts: { waiting: 1 } }] });
    await serve(true);
    await takeUpdate(fleet.clients[0] as DdiClient);
    await reaches(rollout, { state: 'running', rings: [{ counts: { waiting: 1, done: 1 } }] });
    await takeUpdate(fleet.clients[1] as DdiClient);
    await reaches(rollout, { state: 'done' });
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('also a later ring whose machines have all left ends the rollout without proof', async () => {
    const [first, last, made] = [await aFleetOf(server, 2), await aFleetOf(server, 2), await update()];
    const rollout = await start(made, [ring(first, 'Pilot'), ring(last)], { openAtPercent: 50 });
    await leave(last.ids);
    await takeUpdate(first.clients[0] as DdiClient);
    expect(await now(rollout)).toMatchObject({ state: 'running', rings: [{ state: 'running' }, { state: 'waiting' }] });
    await takeUpdate(first.clients[1] as DdiClient);
    await reaches(rollout, {
      state: 'stopped',
      reason: 'nothingProved',
      rings: [{ state: 'done' }, { state: 'waiting' }],
    });
    expect((await version(made)).generalSince).toBe(null);
  });

  it('a ring in which all failed gives no proof, whatever failures are allowed, until a retry succeeds', async () => {
    const [fleet, made] = [await aFleetOf(server, 2), await update()];
    const rollout = await start(made, [ring(fleet)], { abortAtPercent: 100 });
    await take(fleet, 'failed');
    await reaches(rollout, { state: 'stopped', reason: 'nothingProved' });
    expect((await version(made)).generalSince).toBe(null);
    (await act(rollout, 'retry')).expect(200);
    await take(fleet);
    await reaches(rollout, { state: 'done', reason: null });
    expect((await version(made)).generalSince).not.toBe(null);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('machines that leave do not delay the others', async () => {
    const [fleet, made] = [await aFleetOf(server, 3), await update()];
    const rollout = await start(made, [ring(fleet)]);
    for (const client of fleet.clients.slice(0, 2)) await takeUpdate(client);
    await leave(fleet.ids.slice(2));
    await reaches(rollout, { state: 'done' });
    expect((await version(made)).generalSince).not.toBe(null);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });
});
