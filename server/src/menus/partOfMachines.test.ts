import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aProgram, aStructure } from '../testing/builders.ts';
import { aChain, aMenu, assignTo, holds, inStructure, programsOn, rowsOn } from '../testing/menus.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('MNU-01 RGT-05 a delegate who sees a part of the ovens of a menu', () => {
  it('sees and counts these, gives it to what they see, and changes nothing elsewhere', async () => {
    const { who, chain, north, south, one, two, a, b } = await aChain(server);
    const extra = await aStructure(server, who, 'Extra', { parentId: north });
    const menu = await aMenu(who, { programs: [a], places: inStructure(chain) });
    await holds(who, two.id, [a]);
    const delegate = await aPerson(server, 'user', who.organisationId, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    await assignTo(server, delegate, north);
    const shown = (await delegate.get(`/menus/${menu.id}`)).body;
    expect(shown).toMatchObject({ machineCount: 1, structureCount: 1, reachesFurther: true, places: [] });
    (await who.put(`/menus/${menu.id}`, { places: [...inStructure(chain), ...inStructure(south)] })).expect(200);
    (await who.put(`/menus/${menu.id}`, { places: inStructure(chain) })).expect(200);
    // The history of its places names what they do not see.
    expect(JSON.stringify((await delegate.get(`/history/menu/${menu.id}/full`)).body)).not.toContain('South');
    expect(JSON.stringify((await who.get(`/history/menu/${menu.id}/full`)).body)).toContain('South');
    expect((await delegate.get(`/machines/${one.id}/menus`)).body['hydra:member'][0].place).toEqual({
      kind: 'structure',
      id: chain,
      name: null,
    });
    expect((await rowsOn(delegate, one.id))[0]?.menu?.place.name).toBe(null);
    // Approved content, approval and deletion reach the others.
    expect((await delegate.put(`/menus/${menu.id}`, { programs: [b], approved: true })).status).toBe(403);
    expect((await delegate.put(`/menus/${menu.id}`, { approved: false })).status).toBe(403);
    expect((await delegate.delete(`/menus/${menu.id}`)).status).toBe(403);
    // A change waits for somebody who sees all of them.
    expect((await delegate.put(`/menus/${menu.id}`, { programs: [b] })).expect(200)).toMatchObject({
      approvedRevision: 1,
      revision: 2,
    });
    // The places that they see, beside those that they do not see.
    expect((await delegate.put(`/menus/${menu.id}`, { places: inStructure(extra) })).body.places).toMatchObject([
      { id: extra },
    ]);
    expect((await who.get(`/menus/${menu.id}`)).body.places).toMatchObject([{ id: chain }, { id: extra }]);
    expect((await delegate.put(`/menus/${menu.id}`, { places: inStructure(south) })).status).toBe(422);
    expect((await delegate.put(`/menus/${menu.id}`, { places: [] })).body.places).toEqual([]);
    expect((await who.get(`/menus/${menu.id}`)).body.places).toMatchObject([{ id: chain }]);
    expect(await programsOn(who, two.id)).toEqual([a]);
  });

  it('PRG-03 does not read the names of programs and menus that wait for approval', async () => {
    const { who, chain, a } = await aChain(server);
    const secret = await aProgram(who, { name: 'Secret', approved: false });
    const menu = await aMenu(who, { programs: [a, secret.id], places: inStructure(chain) });
    const draft = await aMenu(who, { name: 'Draft', programs: [a], approved: false });
    const reader = await aPerson(server, 'user', who.organisationId, {
      without: ['ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_PROGRAM_APPROVE_ACTION'],
    });
    expect((await reader.get(`/menus/${menu.id}`)).body.programs[1]).toMatchObject({ name: null, restricted: true });
    expect(JSON.stringify((await reader.get('/menus')).body)).not.toContain('Draft');
    expect((await reader.get(`/menus/${draft.id}`)).status).toBe(404);
    // One that ovens follow, while a change of it waits.
    const author = await aPerson(server, 'user', who.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    (await author.put(`/menus/${menu.id}`, { name: 'Secret launch', programs: [secret.id] })).expect(200);
    const oven = (await reader.get('/machines?order[name]=asc')).body['hydra:member'][0].id;
    await eventually(async () => (await rowsOn(reader, oven)).length > 0);
    const said = [await reader.get(`/machines/${oven}/menus`), await reader.get(`/programMachines?machine=${oven}`)];
    expect(said.map(({ body }) => body['hydra:member'].length > 0)).toEqual([true, true]);
    expect(JSON.stringify(said.map(({ body }) => body))).not.toContain('Secret launch');
    (await who.put(`/menus/${menu.id}`, { name: 'Every day', programs: [a, secret.id], approved: true })).expect(200);
    const preview = await reader.post('/menus/preview', {
      menu: menu.id,
      category: 'deck',
      programs: [a, secret.id],
      places: [],
    });
    expect(preview.status).toBe(200);
    expect(JSON.stringify(preview.body)).not.toContain('Secret');
  });
});

describe('MNU-01 a menu and the recycle bin', () => {
  it('is not decided about by a delegate for a place in the bin that they never saw', async () => {
    const { who, north, south, a } = await aChain(server);
    const menu = await aMenu(who, { programs: [a], places: [...inStructure(north), ...inStructure(south)] });
    const delegate = await aPerson(server, 'user', who.organisationId, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    await assignTo(server, delegate, north);
    (await who.delete(`/structures/${south}?machines=unassign`)).expect(204);
    expect((await delegate.get(`/menus/${menu.id}`)).body.reachesFurther).toBe(true);
    expect((await delegate.delete(`/menus/${menu.id}`)).status).toBe(403);
    expect((await who.get(`/menus/${menu.id}`)).body).toMatchObject({ reachesFurther: false, places: [{ id: north }] });
    (await who.post(`/structures/${south}/restore`)).expect(204);
    expect((await who.get(`/menus/${menu.id}`)).body.places).toMatchObject([{ id: north }, { id: south }]);
  });
});
