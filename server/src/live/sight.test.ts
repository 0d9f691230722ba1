import type { Change } from '@fournil/contract/live/change';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { listenAs } from '../testing/calls/listenAs.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
/** Sees one structure and what is below it, machines without a structure, and approved programs and menus. */
let baker: Person;
let shop: string;

beforeAll(async () => {
  server = await openTestServer();
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  const without = ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_PROGRAM_APPROVE_ACCESS'] as const;
  baker = await aPerson(server, 'user', organisation, { without });
  shop = await aStructure(server, admin, 'Shop', { related: baker });
});
afterAll(() => server.close());

/** What the baker hears of these records while `work` is done, told apart by an event before it and one after it. */
async function heardOf(ids: readonly string[], work: () => Promise<unknown>): Promise<string[]> {
  const listener = await listenAs(server, baker);
  const untilHeard = async ({ id }: { id: string }) => {
    await eventually(() => listener.heard.some((change) => change.id === id));
  };
  // Events of what was created before may arrive after the listener has come.
  await untilHeard(await aProgram(admin));
  listener.heard.length = 0;
  await work();
  await untilHeard(await aProgram(admin));
  await listener.stop();
  const told = ({ resource, op, id }: Change) => `${resource} ${op} ${ids.indexOf(id)}`;
  return listener.heard.filter(({ id }) => ids.includes(id)).map(told);
}

it('RGT-05 deletions of machines and structures are told to those who saw them, and to nobody else', async () => {
  const elsewhere = await aStructure(server, admin, 'Elsewhere');
  const [below, hidden] = [
    await aStructure(server, admin, 'Below', { parentId: shop }),
    await aStructure(server, admin, 'Hidden', { parentId: elsewhere }),
  ];
  const [near, loose, far] = [
    await aMachine(admin, { structure: shop }),
    await aMachine(admin),
    await aMachine(admin, { structure: elsewhere }),
  ];
  const ids = [near.id, loose.id, far.id, below, hidden];
  const heard = await heardOf(ids, async () => {
    for (const { id } of [near, loose, far]) (await admin.delete(`/machines/${id}?deletePrograms=0`)).expect(204);
    for (const id of [below, hidden]) (await admin.delete(`/structures/${id}`)).expect(204);
  });
  expect(heard.toSorted()).toEqual(['machines delete 0', 'machines delete 1', 'structures delete 3']);
});

it('RGT-05 a machine that leaves somebody’s sight is told to them as deleted, and is not mentioned when it moves on', async () => {
  const [elsewhere, further] = [await aStructure(server, admin, 'Far'), await aStructure(server, admin, 'Further')];
  const [near, loose] = [await aMachine(admin, { structure: shop }), await aMachine(admin)];
  const move = async (id: string, structure: string) => (await admin.put(`/machines/${id}`, { structure })).expect(200);
  const ids = [near.id, loose.id];
  expect(
    await heardOf(ids, async () => {
      for (const id of ids) await move(id, elsewhere);
    }),
  ).toEqual(['machines delete 0', 'machines delete 1']);
  expect(
    await heardOf(ids, async () => {
      for (const id of ids) await move(id, further);
      for (const id of ids) (await admin.delete(`/machines/${id}?deletePrograms=0`)).expect(204);
    }),
  ).toEqual([]);
});

it.each(['programs', 'menus'])(
  'PRG-03 %s are told as deleted to who may see approved ones only, also when they are withdrawn',
  async (kind) => {
    const make = async (approved: boolean) => {
      if (kind === 'programs') return (await aProgram(admin, { approved })).id;
      const menu = { name: 'Menu', category: 'deck', programs: [(await aProgram(admin)).id], places: [], approved };
      return ((await admin.post('/menus', menu)).expect(201) as { id: string }).id;
    };
    const [withdrawn, approved, waiting] = [await make(true), await make(true), await make(false)];
    const heard = await heardOf([withdrawn, approved, waiting], async () => {
      (await admin.put(`/${kind}/${withdrawn}`, { approved: false })).expect(200);
      for (const id of [withdrawn, approved, waiting]) (await admin.delete(`/${kind}/${id}`)).expect(204);
    });
    expect(heard).toEqual([`${kind} delete 0`, `${kind} delete 1`]);
  },
);
