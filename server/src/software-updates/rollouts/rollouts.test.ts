import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { organisationScope } from '../../db/database.ts';
import { newId } from '../../kit/ids.ts';
import { anOrganisation, aPerson, aStructure, type Person } from '../../testing/builders.ts';
import { type DdiClient, takeUpdate } from '../../testing/ddiClient.ts';
import { aFleetOf, type Fleet, type FleetOptions } from '../../testing/fleet.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());
// A version that a test made general would be offered to the machines of the next one.
afterEach(() => server.ownerQuery(`update "softwareUpdates" set revoked = true`));

let count = 0;
const update = (parts: Partial<Parameters<typeof anUpdate>[2]> = {}) =>
  anUpdate(server, superAdmin, { version: `8.${++count}.0`, ...parts });

const aFleet = (machines: number, options: FleetOptions = {}) => aFleetOf(server, machines, options);

const start = async (made: SoftwareUpdateView, rings: object[], settings: object = {}) =>
  (await superAdmin.post('/rollouts', { update: made.id, rings, thenGeneral: false, ...settings })).expect(
    201,
  ) as RolloutView;
/** Two reports at the same time leave the next step to the watch: what follows from reports is polled for. */
const now = async ({ id }: { id: string }) => (await superAdmin.get(`/rollouts/${id}`)).body as RolloutView;

async function letGo(client: DdiClient): Promise<void> {
  await client.feedback((await client.poll())['cancelAction'] ?? '', 'closed', 'success');
}

/** The machines that are offered the version, each with the address of its deployment. */
async function whoIsOffered({ clients }: Fleet) {
  const polled = await Promise.all(
    clients.map(async (client) => ({ client, link: (await client.poll())['deploymentBase'] })),
  );
  const told = polled.filter(({ link }) => link !== undefined);
  return { offered: told.map(({ client }) => client), links: told.map(({ link }) => link ?? '') };
}

describe('SWU-04 a rollout in rings', () => {
  it('shows beforehand which machines are included, which are not, and why, and includes exactly these', async () => {
    const fleet = await aFleet(10);
    await aFleet(3, { organisation: fleet.organisation, model: 'vulcan-9' });
    await server.ownerQuery(`update machines set approved = false where id = $1`, [fleet.ids[0]]);
    await server.ownerQuery(`update machines set "softwareVersion" = '99.0.0' where id = $1`, [fleet.ids[1]]);
    const made = await update();
    await server.ownerQuery(`update machines set "softwareVersion" = $2 where id = $1`, [fleet.ids[2], made.version]);
    const rings = [
      { name: 'Canary', organisations: [fleet.organisation], sharePercent: 20 },
      { name: 'Half', organisations: [fleet.organisation], sharePercent: 50 },
    ];
    const preview = (await superAdmin.post('/rollouts/preview', { update: made.id, rings })).body;
    expect(preview.rings.map(({ machines }: { machines: number }) => machines)).toEqual([2, 3]);
    const reasons = Object.fromEntries(
      preview.leftOut.map(({ reason, machines }: { reason: string; machines: number }) => [reason, machines]),
    );
    expect(reasons).toMatchObject({ model: 3, notInService: 1, newer: 1, installed: 1, noRing: 2 });
    expect((await superAdmin.get('/rollouts')).body['hydra:totalItems']).toBe(0);
    const rollout = await start(made, rings);
    expect(rollout.rings.map(({ size, state }) => [size, state])).toEqual([
      [2, 'running'],
      [3, 'waiting'],
    ]);
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'stop' })).expect(200);
  });

  it('selects machines by structure with those below, by tag and by model', async () => {
    const boutique = await aStructure(server, admin, 'Boutique');
    const below = await aStructure(server, admin, 'Fournil', { parentId: boutique });
    const organisation = admin.organisationId ?? '';
    await aFleet(2, { organisation, structure: below });
    await aFleet(3, { organisation });
    const made = await update({ models: ['sole-3-12'] });
    const sizeOf = async (ring: object) =>
      (
        await superAdmin.post('/rollouts/preview', {
          update: made.id,
          rings: [{ name: 'One', organisations: [organisation], ...ring }],
        })
      ).body.rings[0].machines;
    expect(await sizeOf({})).toBe(5);
    expect(await sizeOf({ structures: [boutique] })).toBe(2);
    expect(await sizeOf({ models: ['vulcan-9'] })).toBe(0);
    const tag = (await admin.post('/tags', { name: 'Pilot' })).expect(201) as { id: string };
    expect(await sizeOf({ tags: [tag.id] })).toBe(0);
    const places = (await superAdmin.get(`/rollouts/places?organisation=${organisation}`)).body;
    expect(places.structures).toContainEqual({ id: below, name: 'Fournil', depth: 1, path: ['Boutique', 'Fournil'] });
    expect(places.tags).toContainEqual({ id: tag.id, name: 'Pilot' });
  });

  it('STR-05 finds structures of a client by name beyond the first 500, with their path', async () => {
    const all = await aStructure(server, admin, 'Zone');
    const organisationId = admin.organisationId ?? '';
    const shops = Array.from({ length: structureLimits.pickListSize }, (_, index) => ({
      id: newId(),
      organisationId,
      name: `Shop ${index}`,
    }));
    await server.services.db.as(organisationScope(organisationId), (trx) =>
      trx.insertInto('structures').values(shops).execute(),
    );
    const last = await aStructure(server, admin, 'Zouave', { parentId: all });
    const path = `/rollouts/places?organisation=${admin.organisationId}`;
    const first = (await superAdmin.get(path)).body;
    expect(first.structures).toHaveLength(structureLimits.pickListSize);
    expect(first.structureTotal).toBeGreaterThan(structureLimits.pickListSize);
    expect(first.structures.map(({ id }: { id: string }) => id)).not.toContain(last);
    const found = (await superAdmin.get(`${path}&q=zouave`)).body;
    expect(found).toMatchObject({
      structures: [{ id: last, name: 'Zouave', depth: 1, path: ['Zone', 'Zouave'] }],
      structureTotal: 1,
      tagTotal: 0,
    });
  });

  it('opens the next ring when the one before has enough successes, ends after the last, and makes the version general', async () => {
    const fleet = await aFleet(10);
    const made = await update();
    const organisations = [fleet.organisation];
    const rollout = await start(
      made,
      [
        { name: 'Canary', organisations, sharePercent: 20 },
        { name: 'All', organisations },
      ],
      { openAtPercent: 100, thenGeneral: true },
    );
    // All poll before one installs, because its success may open the next ring.
    const took = async () => {
      const offers = await Promise.all(fleet.clients.map((client) => client.poll()));
      const offered = fleet.clients.filter((_, index) => offers[index]?.deploymentBase);
      return (await Promise.all(offered.map((client) => takeUpdate(client)))).filter(Boolean).length;
    };
    expect(await took()).toBe(2);
    await expect.poll(() => now(rollout)).toMatchObject({ rings: [{ state: 'done' }, { state: 'running' }] });
    expect(await took()).toBe(8);
    await expect.poll(() => now(rollout)).toMatchObject({ state: 'done', reason: null });
    const late = await aFleet(1);
    expect(await takeUpdate(late.clients[0] as DdiClient)).toBe(true);
  });

  it('that made a version general offers it also to a machine from which it was called back, but not where it failed or was refused', async () => {
    const fleet = await aFleet(3);
    const made = await update();
    const rollout = await start(made, [{ name: 'All', organisations: [fleet.organisation] }], { abortAtPercent: 100 });
    const [called, unlucky, unwilling] = fleet.clients as [DdiClient, DdiClient, DdiClient];
    expect(await takeUpdate(unlucky, 'failed')).toBe(true);
    await unwilling.feedback((await unwilling.poll())['deploymentBase'] ?? '', 'canceled', 'none');
    expect((await called.poll())['deploymentBase']).toBeDefined();
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'stop' })).expect(200);
    await server.ownerQuery(`update "softwareUpdates" set "generalSince" = now() where id = $1`, [made.id]);
    await letGo(called);
    expect([await takeUpdate(called), await takeUpdate(unlucky), await takeUpdate(unwilling)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('stops by itself at too many failures, calls back running updates, and retries the failed ones on request', async () => {
    const fleet = await aFleet(20);
    const made = await update();
    const organisations = [fleet.organisation];
    const rollout = await start(
      made,
      [
        { name: 'Canary', organisations, sharePercent: 50 },
        { name: 'All', organisations },
      ],
      { abortAtPercent: 10 },
    );
    const { offered, links } = await whoIsOffered(fleet);
    expect(offered).toHaveLength(10);
    await offered[0]?.feedback(links[0] ?? '', 'closed', 'failure', ['no room']);
    expect((await now(rollout)).state).toBe('running');
    await offered[1]?.feedback(links[1] ?? '', 'proceeding', 'none', ['Installing Update Chunk Artifacts.']);
    await offered[2]?.feedback(links[2] ?? '', 'closed', 'failure', ['no room']);
    await expect.poll(() => now(rollout)).toMatchObject({ state: 'aborted', reason: 'failures' });
    // AUD-01: by the rule, without a person.
    const [ended] = (await superAdmin.get(`/history?entity=rollout&thing=${rollout.id}`)).body['hydra:member'];
    expect(ended).toMatchObject({ typeEvent: 'end', fields: ['failures'], actionner: { id: null, kind: 'server' } });
    // Machines that are installing finish; the others cancel.
    await offered[1]?.feedback(links[1] ?? '', 'closed', 'success');
    const calledBack = (await offered[3]?.poll()) ?? {};
    expect(calledBack['deploymentBase']).toBe(undefined);
    for (const client of offered.slice(3)) await letGo(client);
    expect((await whoIsOffered(fleet)).links).toEqual([]);
    expect((await now(rollout)).rings[0]?.counts).toMatchObject({ done: 1, failed: 2, cancelled: 7 });

    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'retry' })).expect(200);
    for (let round = 0; round < 2; round += 1) for (const client of fleet.clients) await takeUpdate(client);
    await expect
      .poll(() => now(rollout))
      .toMatchObject({
        state: 'done',
        rings: [{ counts: { done: 10 } }, { counts: { done: 10 } }],
      });
    const failed = (await superAdmin.get(`/rollouts/${rollout.id}/machines?state=failed`)).body;
    expect(failed['hydra:totalItems']).toBe(0);
  });

  it('pauses by itself after a long silence and continues on request; while paused it offers nothing new', async () => {
    const fleet = await aFleet(4);
    const made = await update();
    const rollout = await start(made, [{ name: 'All', organisations: [fleet.organisation] }], { silenceMinutes: 60 });
    const first = await fleet.clients[0]?.poll();
    expect(first?.['deploymentBase']).toBeDefined();
    server.advance(61 * 60);
    await expect.poll(async () => (await now(rollout)).state).toBe('paused');
    expect(await now(rollout)).toMatchObject({ reason: 'silence' });
    expect((await fleet.clients[1]?.poll())?.['deploymentBase']).toBe(undefined);
    expect((await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'pause' })).status).toBe(409);
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'resume' })).expect(200);
    expect((await fleet.clients[1]?.poll())?.['deploymentBase']).toBeDefined();
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    expect(await now(rollout)).toMatchObject({ state: 'stopped', reason: 'revoked' });
  });

  it('gives a machine one update at a time, and is for the super admin only', async () => {
    const fleet = await aFleet(3);
    const [one, other] = [await update(), await update()];
    const rings = [{ name: 'All', organisations: [fleet.organisation] }];
    const rollout = await start(one, rings);
    const preview = (await superAdmin.post('/rollouts/preview', { update: other.id, rings })).body;
    expect(preview.rings[0].machines).toBe(0);
    expect((await superAdmin.post('/rollouts', { update: other.id, rings })).body.violations[0]).toMatchObject({
      propertyPath: 'rings',
    });
    const technician = await aPerson(server, 'technician', null);
    for (const [person, status] of [
      [technician, 403],
      // A client has rollouts of its own, and does not learn of the maker's.
      [admin, 404],
    ] as const) {
      expect((await person.get(`/rollouts/${rollout.id}`)).status).toBe(status);
      expect((await person.put(`/rollouts/${rollout.id}`, { action: 'stop' })).status).toBe(status);
      expect((await person.post('/rollouts', { update: one.id, rings })).status).toBe(403);
    }
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'stop' })).expect(200);
  });

  it('of 10,000 machines with three per cent failures stops after a first ring of 100', async () => {
    const fleet = await aFleet(10_000);
    const made = await update();
    const organisations = [fleet.organisation];
    const rollout = await start(
      made,
      [
        { name: 'Canary', organisations, sharePercent: 1 },
        { name: 'Tenth', organisations, sharePercent: 10 },
        { name: 'All', organisations },
      ],
      { abortAtPercent: 2 },
    );
    expect(rollout.rings.map(({ size }) => size)).toEqual([100, 990, 8910]);
    const canary = await server.ownerQuery<{ machineId: string }>(
      `select "machineId" from "machineUpdates" where "rolloutId" = $1 and ring = 0`,
      [rollout.id],
    );
    const unlucky = new Set([
      ...canary.slice(0, 3).map(({ machineId }) => machineId),
      ...fleet.ids.filter((_, index) => index % 33 === 0),
    ]);
    // The first ring polls, and a tenth of the others, which must be offered nothing.
    const first = new Set(canary.map(({ machineId }) => machineId));
    const asking = fleet.clients
      .map((client, index) => ({ client, id: fleet.ids[index] ?? '' }))
      .filter(({ id }, index) => first.has(id) || index % 10 === 0);
    let tried = 0;
    for (let from = 0; from < asking.length; from += 50) {
      const some = await Promise.all(
        asking.slice(from, from + 50).map(({ client, id }) => takeUpdate(client, unlucky.has(id) ? 'failed' : 'done')),
      );
      tried += some.filter(Boolean).length;
    }
    await expect.poll(() => now(rollout)).toMatchObject({ state: 'aborted', reason: 'failures' });
    const { rings } = await now(rollout);
    expect(rings.map((ring) => ring.state)).toEqual(['running', 'waiting', 'waiting']);
    expect(tried).toBeLessThanOrEqual(100);
    expect(rings.slice(1).map(({ counts, size }) => size - counts.cancelled)).toEqual([0, 0]);
  }, 180_000);
});
