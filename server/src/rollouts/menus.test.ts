import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rolloutKinds } from '../app/rolloutKinds.ts';
import { aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { anObedientOven, type ObedientOven } from '../testing/machines/obedientOven.ts';
import { aMenu, anAdmin, assignTo, inStructure } from '../testing/menus.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { advanceAll } from './index.ts';

let server: TestServer;
let admin: Person;
const ovens: ObedientOven[] = [];

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  for (const one of ovens.splice(0)) await one.close();
});
afterAll(() => server.close());

const now = async ({ id }: { id: string }) => (await admin.get(`/rollouts/${id}`)).body as RolloutView;
const act = (rollout: { id: string }, action: string, fields: object = {}) =>
  admin.put(`/rollouts/${rollout.id}`, { action, ...fields });
const reaches = (rollout: RolloutView, state: string) =>
  eventually(async () => {
    await advanceAll(server.services, rolloutKinds);
    return (await now(rollout)).state === state;
  });
/** Bakes on an oven of a ring; bakes count from the turn in which the engine has seen that the oven holds the menu. */
async function bakeIn(rollout: RolloutView, ring: number, oven: ObedientOven | undefined, program: string) {
  await eventually(async () => {
    await advanceAll(server.services, rolloutKinds);
    return ((await now(rollout)).rings[ring]?.counts.done ?? 0) > 0;
  });
  await advanceAll(server.services, rolloutKinds);
  await oven?.bake(program);
}
const rings = [
  { name: 'Canary', sharePercent: 1 },
  { name: 'All', sharePercent: 100 },
];
const holding = (ids: readonly string[]) =>
  ovens.filter(
    (oven) =>
      oven
        .desired()
        .map(({ id }) => id)
        .join() === ids.join(),
  );
const all = (ids: readonly string[]) => eventually(() => holding(ids).length === ovens.length);

/** A chain with ovens that follow revision 1 of a menu, whose revision 2 is a draft with another program. */
async function aDraft() {
  admin = await anAdmin(server);
  const [shop, kiosk] = [await aStructure(server, admin, 'Shop'), await aStructure(server, admin, 'Kiosk')];
  const [bread, cake] = [(await aProgram(admin)).id, (await aProgram(admin)).id];
  for (const structure of [shop, shop, kiosk]) ovens.push(await anObedientOven(server, admin, { structure }));
  const places = [...inStructure(shop), ...inStructure(kiosk)];
  const menu = await aMenu(admin, { programs: [bread], places });
  await all([bread]);
  (await admin.put(`/menus/${menu.id}`, { programs: [bread, cake], draft: true })).expect(200);
  return { menu, bread, cake, shop, kiosk };
}
const start = async (menu: { id: string }, fields: object = {}) =>
  (await admin.post(`/menus/${menu.id}/rollouts`, { revision: 2, rings, ...fields })).expect(201) as RolloutView;
const approved = async ({ id }: { id: string }) => (await admin.get(`/menus/${id}`)).body.approvedRevision;

describe('MNU-03 the rollout of a menu', () => {
  it('reaches ring after ring, is approved at its end, and can be taken back whole', async () => {
    const { menu, bread, cake } = await aDraft();
    expect(await approved(menu)).toBe(1);
    const rollout = await start(menu, { bakesToOpen: 1 });
    const first = await eventually(() => holding([bread, cake])[0]);
    expect(holding([bread])).toHaveLength(2);
    await bakeIn(rollout, 0, first, bread);
    await all([bread, cake]);
    const second = ovens.find((oven) => oven !== first);
    await bakeIn(rollout, 1, second, cake);
    await reaches(rollout, 'done');
    expect(await approved(menu)).toBe(2);
    expect(await server.ownerQuery('select from "givenMenus"')).toEqual([]);
    (await act(rollout, 'rollBack')).expect(200);
    await all([bread]);
    expect(await approved(menu)).toBe(1);
    (await act(rollout, 'retry')).expect(200);
    await all([bread, cake]);
  });

  it('takes one ring back, whose ovens follow the former revision again', async () => {
    const { menu, bread, cake } = await aDraft();
    const rollout = await start(menu);
    await reaches(rollout, 'done');
    await all([bread, cake]);
    (await act(rollout, 'rollBack', { ring: 1 })).expect(200);
    await eventually(() => holding([bread]).length === 2);
    expect(holding([bread, cake])).toHaveLength(1);
  });

  it('is chosen by structure, leaves out who does not follow it, and gives a new oven the approved revision', async () => {
    const { menu, bread, cake, shop, kiosk } = await aDraft();
    // A nearer menu: this oven does not follow the other one.
    await aMenu(admin, { programs: [cake], places: [{ kind: 'machine', id: ovens[0]?.id }] });
    const byShop = [
      { name: 'Shop', structures: [shop] },
      { name: 'Kiosk', structures: [kiosk] },
    ];
    const preview = (await admin.post(`/menus/${menu.id}/rollouts/preview`, { revision: 2, rings: byShop })).body;
    expect(preview.rings.map(({ machines }: { machines: number }) => machines)).toEqual([1, 1]);
    const rollout = await start(menu, { rings: byShop, bakesToOpen: 9 });
    await eventually(() => holding([bread, cake]).length === 1);
    ovens.push(await anObedientOven(server, admin, { structure: shop }));
    await eventually(() => holding([bread]).length === 2);
    (await act(rollout, 'stop')).expect(200);
    // What waits is never given, and the menu itself can be changed again.
    (await admin.put(`/menus/${menu.id}`, { approved: true })).expect(200);
    await eventually(() => holding([bread, cake]).length === 3);
  });

  it('of a menu that was never approved opens ring after ring, and its ovens leave it at a rollback', async () => {
    admin = await anAdmin(server);
    const shop = await aStructure(server, admin, 'Shop');
    const bread = (await aProgram(admin)).id;
    for (let index = 0; index < 2; index += 1) ovens.push(await anObedientOven(server, admin, { structure: shop }));
    const menu = await aMenu(admin, { programs: [bread], places: inStructure(shop), approved: false });
    const rollout = await start(menu, { revision: 1, bakesToOpen: 1 });
    const first = await eventually(() => holding([bread])[0]);
    await bakeIn(rollout, 0, first, bread);
    await eventually(async () => {
      await advanceAll(server.services, rolloutKinds);
      return holding([bread]).length === 2;
    });
    expect((await now(rollout)).state).toBe('running');
    (await act(rollout, 'rollBack')).expect(200);
    await all([]);
  });

  it('is refused to somebody who sees a part of its ovens', async () => {
    const { menu, shop } = await aDraft();
    const half = await aPerson(server, 'user', admin.organisationId ?? '', {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    await assignTo(server, half, shop);
    expect((await half.post(`/menus/${menu.id}/rollouts`, { revision: 2, rings })).status).toBe(403);
    const rollout = await start(menu);
    for (const action of ['pause', 'rollBack'])
      expect((await half.put(`/rollouts/${rollout.id}`, { action })).status).toBe(403);
    const stranger = await anAdmin(server);
    expect((await stranger.post(`/menus/${menu.id}/rollouts`, { revision: 2, rings })).status).toBe(404);
  });
});
