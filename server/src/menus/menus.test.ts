import type { MenuDetail } from '@fournil/contract/menus/menu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, aPerson, aProgram, aStructure } from '../testing/builders.ts';
import { aChain, aMenu, assignTo, holds, inStructure, programsOn, rowsOn } from '../testing/menus.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('MNU-01 a menu', () => {
  it('is given to a structure: the ovens in and below it hold its programs in its order', async () => {
    const { who, chain, one, two, a, b } = await aChain(server);
    const menu = await aMenu(who, { name: 'Every day', programs: [b, a], places: inStructure(chain) });
    await holds(who, one.id, [b, a]);
    await holds(who, two.id, [b, a]);
    expect((await rowsOn(who, one.id))[0]).toMatchObject({
      menu: { id: menu.id, name: 'Every day', place: { kind: 'structure', id: chain, name: 'Chain' } },
      addedByHand: false,
    });
    const listed = (await who.get('/menus')).body['hydra:member'];
    expect(listed).toMatchObject([
      { id: menu.id, machineCount: 2, structureCount: 2, differenceCount: 0, programCount: 2, reachesFurther: false },
    ]);
    expect((await who.get(`/machines?menu=${menu.id}`)).body['hydra:totalItems']).toBe(2);
    expect((await who.get(`/programMachines?menu=${menu.id}`)).body['hydra:totalItems']).toBe(4);
    expect((await who.get(`/machines/${one.id}/menus`)).body['hydra:member']).toMatchObject([
      {
        menu: { id: menu.id, name: 'Every day' },
        place: { kind: 'structure', name: 'Chain' },
        isOn: true,
        missing: [],
      },
    ]);
  });

  it('follows an oven that is new, moved, or in a structure that is moved, and takes its programs away', async () => {
    const { who, north, south, one, a, b, c } = await aChain(server);
    await aMenu(who, { programs: [a], places: inStructure(north) });
    await aMenu(who, { programs: [b], places: inStructure(south) });
    await holds(who, one.id, [a]);
    const added = await aMachine(who, { structure: south });
    await holds(who, added.id, [b]);
    await who.put(`/machines/${added.id}`, { structure: north });
    await holds(who, added.id, [a]);
    const corner = await aStructure(server, who, 'Corner', { parentId: north });
    const inCorner = await aMachine(who, { structure: corner });
    await holds(who, inCorner.id, [a]);
    (await who.put(`/structures/${corner}`, { parent: `/api/structures/${south}` })).expect(200);
    await holds(who, inCorner.id, [b]);
    (await who.put(`/structures/${corner}`, { parent: null })).expect(200);
    await holds(who, inCorner.id, []);
    // What a shop has added stays.
    (await who.post('/programMachines', { machine: one.id, program: c })).expect(201);
    (await who.put(`/machines/${one.id}`, { structure: null })).expect(200);
    await holds(who, one.id, [c]);
  });

  it('of the nearest structure counts, and one given to the oven itself before all', async () => {
    const { who, chain, north, one, two, a, b, c } = await aChain(server);
    await aMenu(who, { programs: [a], places: inStructure(chain) });
    const ofNorth = await aMenu(who, { programs: [b], places: inStructure(north) });
    await holds(who, one.id, [b]);
    await holds(who, two.id, [a]);
    const own = await aMenu(who, { programs: [c], places: [{ kind: 'machine', id: one.id }] });
    await holds(who, one.id, [c]);
    (await who.delete(`/menus/${own.id}`)).expect(204);
    await holds(who, one.id, [b]);
    (await who.delete(`/menus/${ofNorth.id}`)).expect(204);
    await holds(who, one.id, [a]);
    (await who.post(`/menus/${own.id}/restore`)).expect(204);
    await holds(who, one.id, [c]);
  });

  it('has revisions: those of an approver are followed at once, those of others when they are approved', async () => {
    const { who, chain, one, a, b } = await aChain(server);
    const menu = await aMenu(who, { programs: [a], places: inStructure(chain) });
    await holds(who, one.id, [a]);
    const author = await aPerson(server, 'user', who.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    await assignTo(server, author, chain);
    const waiting = (await author.put(`/menus/${menu.id}`, { programs: [b, a] })).expect(200) as MenuDetail;
    expect(waiting).toMatchObject({ revision: 2, approvedRevision: 1, approved: false });
    expect((await author.put(`/menus/${menu.id}`, { approved: true })).status).toBe(403);
    // A change that reaches the ovens: the waiting one would come with it.
    const extra = await aMachine(who, { structure: chain });
    await holds(who, extra.id, [a]);
    expect(await programsOn(who, one.id)).toEqual([a]);
    expect((await who.put(`/menus/${menu.id}`, { approved: true })).expect(200)).toMatchObject({ approvedRevision: 2 });
    await holds(who, one.id, [b, a]);
    expect((await who.put(`/menus/${menu.id}`, { programs: [b] })).expect(200)).toMatchObject({
      revision: 3,
      approvedRevision: 3,
    });
    await holds(who, one.id, [b]);
    const revisions = (await who.get(`/menus/${menu.id}/revisions`)).body['hydra:member'];
    expect(revisions).toMatchObject([
      { revision: 3, isApproved: true, isPresent: true },
      { revision: 2, isApproved: false, programs: [{ id: b }, { id: a }] },
      { revision: 1, isApproved: false },
    ]);
    expect((await who.put(`/menus/${menu.id}`, { approved: false })).expect(200)).toMatchObject({
      approvedRevision: null,
    });
    await holds(who, one.id, []);
    // Also while a newer revision waits.
    (await who.put(`/menus/${menu.id}`, { approved: true })).expect(200);
    await holds(who, one.id, [b]);
    (await who.put(`/menus/${menu.id}`, { programs: [a], draft: true })).expect(200);
    expect((await author.put(`/menus/${menu.id}`, { withdraw: true })).status).toBe(403);
    expect((await who.put(`/menus/${menu.id}`, { withdraw: true })).expect(200)).toMatchObject({
      revision: 4,
      approvedRevision: null,
    });
    await holds(who, one.id, []);
    const said = (await who.get(`/history/menu/${menu.id}/full`)).body['hydra:member'].map(
      (event: { typeEvent: string }) => event.typeEvent,
    );
    const before = ['disapproval', 'approval', 'update', 'approval', 'update', 'approval', 'creation'];
    expect(said).toEqual(['disapproval', 'update', 'approval', ...before]);
  });

  it('keeps what a shop has added below its own programs, as many as it allows', async () => {
    const { who, chain, one, a, b, c, d } = await aChain(server);
    (await who.post('/programMachines', { machine: one.id, program: c })).expect(201);
    (await who.post('/programMachines', { machine: one.id, program: a })).expect(201);
    const menu = await aMenu(who, { name: 'Every day', programs: [a, b], additions: 2, places: inStructure(chain) });
    await holds(who, one.id, [a, b, c]);
    const [first, , third] = await rowsOn(who, one.id);
    expect(first).toMatchObject({ addedByHand: true, menu: { id: menu.id } });
    // Those of the menu are changed with the menu only.
    const refused = async (answer: Promise<{ status: number; body: { violations?: { key: string }[] } }>) => {
      const { status, body } = await answer;
      return [status, body.violations?.[0]?.key];
    };
    expect(await refused(who.put(`/programMachines/${first?.id}`, { position: 2 }))).toEqual([
      422,
      'custom.menus.onMenu',
    ]);
    expect(await refused(who.delete(`/programMachines/${first?.id}`))).toEqual([422, 'custom.menus.onMenu']);
    expect(await refused(who.put(`/programMachines/${third?.id}`, { position: 1 }))).toEqual([
      422,
      'custom.menus.afterMenus',
    ]);
    // Two were added already: the program that the menu has too is one of them.
    expect(await refused(who.post('/programMachines', { machine: one.id, program: d }))).toEqual([
      422,
      'custom.menus.additionsFull',
    ]);
    (await who.put(`/menus/${menu.id}`, { additions: 3 })).expect(200);
    await eventually(async () => (await who.post('/programMachines', { machine: one.id, program: d })).status === 201);
    expect(await programsOn(who, one.id)).toEqual([a, b, c, d]);
    const last = (await rowsOn(who, one.id))[3];
    (await who.put(`/programMachines/${last?.id}`, { position: 3 })).expect(200);
    expect(await programsOn(who, one.id)).toEqual([a, b, d, c]);
    // It leaves the menu: what the shop had added itself stays, in its order.
    (await who.put(`/menus/${menu.id}`, { programs: [b], additions: 0 })).expect(200);
    await holds(who, one.id, [b, d, a, c]);
    expect(await refused(who.post('/programMachines', { machine: one.id, program: (await aProgram(who)).id }))).toEqual(
      [422, 'custom.menus.nothingAdded'],
    );
  });

  it('keeps the order of what was added by hand, whatever is removed and added meanwhile', async () => {
    const { who, chain, one, a, b, c, d } = await aChain(server);
    for (const program of [a, b, c]) (await who.post('/programMachines', { machine: one.id, program })).expect(201);
    const menu = await aMenu(who, { programs: [d], places: inStructure(chain) });
    await holds(who, one.id, [d, a, b, c]);
    const rows = await rowsOn(who, one.id);
    for (const row of rows.slice(1, 3)) (await who.delete(`/programMachines/${row.id}`)).expect(204);
    const last = (await aProgram(who)).id;
    (await who.post('/programMachines', { machine: one.id, program: last })).expect(201);
    (await who.put(`/menus/${menu.id}`, { programs: [d, a] })).expect(200);
    await holds(who, one.id, [d, a, c, last]);
    (await who.delete(`/menus/${menu.id}`)).expect(204);
    await holds(who, one.id, [c, last]);
  });

  it('MAC-06 keeps its programs when a machine is deleted with those that are on no other', async () => {
    const { who, north, one, a, b } = await aChain(server);
    const seasonal = { season: { from: '2200-12-01', until: '2200-12-24' }, places: inStructure(north) };
    await aMenu(who, { programs: [a], ...seasonal });
    for (const program of [a, b]) (await who.post('/programMachines', { machine: one.id, program })).expect(201);
    expect((await who.get(`/machines/${one.id}/deletion`)).body).toMatchObject({ programs: 1 });
    (await who.delete(`/machines/${one.id}?deletePrograms=1`)).expect(204);
    expect([(await who.get(`/programs/${a}`)).status, (await who.get(`/programs/${b}`)).status]).toEqual([200, 404]);
  });

  it('is not refused because of another one that its place got while it was deleted', async () => {
    const { who, north, one, a, b } = await aChain(server);
    const first = await aMenu(who, { programs: [a], places: inStructure(north) });
    (await who.delete(`/menus/${first.id}`)).expect(204);
    const second = await aMenu(who, { programs: [b], places: inStructure(north) });
    (await who.post(`/menus/${first.id}/restore`)).expect(204);
    // The one that was created later applies.
    await holds(who, one.id, [b]);
    (await who.put(`/menus/${first.id}`, { programs: [a, b] })).expect(200);
    // A draft with a season does not end that the approved one is a standing one.
    const author = await aPerson(server, 'user', who.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    await assignTo(server, author, north);
    const season = { from: '2026-12-01', until: '2026-12-24' };
    (await author.put(`/menus/${second.id}`, { season })).expect(200);
    const third = await who.post('/menus', { name: 'x', category: 'deck', programs: [a], places: inStructure(north) });
    expect([third.status, third.body.violations[0].key]).toEqual([422, 'custom.menus.otherStanding']);
  });

  it('leaves out what an oven cannot do, and says why', async () => {
    const { who, chain, one, a, b } = await aChain(server);
    const model = (await who.get('/models?category=deck')).body['hydra:member'][0];
    const dry = await aMachine(who, { structure: chain, model: model.code });
    await server.ownerQuery(`update "machineModels" set "steamTankCentilitres" = 0 where code = $1`, [model.code]);
    const steamless = await aProgram(who, { phaseGroups: withoutSteam });
    await aMenu(who, { programs: [a, steamless.id, b], places: inStructure(chain) });
    await holds(who, one.id, [a, steamless.id, b]);
    await holds(who, dry.id, [steamless.id]);
    expect((await who.get(`/machines/${dry.id}/menus`)).body['hydra:member'][0].missing).toMatchObject([
      { id: a, reason: 'noSteam' },
      { id: b, reason: 'noSteam' },
    ]);
    // A program that is deleted leaves; restored, it is there again in its place.
    (await who.delete(`/programs/${a}`)).expect(204);
    await holds(who, one.id, [steamless.id, b]);
    (await who.post(`/programs/${a}/restore`)).expect(204);
    await holds(who, one.id, [a, steamless.id, b]);
  });

  it('refuses what would contradict itself, with the field and the rule', async () => {
    const { who, chain, north, a } = await aChain(server);
    const pizza = await aProgram(who, { category: 'pizza' });
    const pizzaOven = await aMachine(who, { category: 'pizza' });
    await aMenu(who, { name: 'First', programs: [a], places: inStructure(north) });
    const violations = async (fields: object) =>
      (await who.post('/menus', { name: 'x', category: 'deck', programs: [a], ...fields })).body.violations.map(
        ({ propertyPath, key }: { propertyPath: string; key: string }) => `${propertyPath} ${key}`,
      );
    expect(await violations({ programs: [a, pizza.id] })).toEqual(['programs.1 custom.menus.otherCategory']);
    expect(await violations({ programs: [] })).toEqual(['programs custom.menus.noProgram']);
    expect(await violations({ programs: [a, a] })).toEqual(['programs custom.validation.unique']);
    expect(await violations({ programs: [chain] })).toEqual(['programs.0 custom.validation.notFound']);
    expect(await violations({ places: [{ kind: 'machine', id: pizzaOven.id }] })).toEqual([
      'places.0 custom.menus.otherCategory',
    ]);
    expect(await violations({ places: [...inStructure(chain), ...inStructure(north)] })).toEqual([
      'places.1 custom.menus.otherStanding',
    ]);
    expect(await violations({ places: [{ kind: 'machine', id: north }] })).toEqual([
      'places.0 custom.validation.notFound',
    ]);
    expect(await violations({ season: { from: '2026-12-02', until: '2026-12-01' } })).toEqual([
      'season.until custom.menus.seasonEnds',
    ]);
    const seasonal = await aMenu(who, {
      programs: [a],
      season: { from: '2026-12-01', until: '2026-12-31' },
      places: inStructure(north),
    });
    const { status, body } = await who.put(`/menus/${seasonal.id}`, { season: null });
    expect([status, body.violations[0].key]).toEqual([422, 'custom.menus.otherStanding']);
    expect((await who.put(`/menus/${seasonal.id}`, { category: 'pizza' })).status).toBe(422);
  });

  it('GEN-04 is not overwritten by somebody who has an older version open', async () => {
    const { who, a, b } = await aChain(server);
    const menu = await aMenu(who, { programs: [a] });
    const save = (fields: object) => who.put(`/menus/${menu.id}`, fields, { 'if-match': `"${menu.version}"` });
    expect((await save({ programs: [b] })).status).toBe(200);
    expect((await save({ note: 'Mine' })).status).toBe(412);
  });
});

const withoutSteam = [
  {
    phaseGroupType: 'heat',
    prePhaseValues: { temperature: 250 },
    phases: [{ position: 1, values: { temperature: 240, duration: 1320, notification: false } }],
  },
] as never;
