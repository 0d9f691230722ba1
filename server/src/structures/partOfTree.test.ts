import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { anAdminOfNew, aTree, keysOf, makeStructure, namesOf, partly } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

describe('STR-02, RGT-05 a user who sees a part of the tree', () => {
  async function aPart(without: Right[] = []) {
    const tree = await aTree(server, admin);
    const user = await aPerson(server, 'user', organisation, { without: [...partly, ...without] });
    await admin.put(`/structures/${tree.town}/users`, { add: [user.userId] });
    return { ...tree, user };
  }

  it('sees it as if it were at the top, without the names above it', async () => {
    const { user, region, town, shop, elsewhere } = await aPart();
    const { body } = await user.get(`/structures/${town}`);
    expect(body).toMatchObject({ parent: null, depth: 0, ancestors: [], path: ['Town'], nbMachine: 2 });
    expect(JSON.stringify(body)).not.toContain('Region');
    expect(namesOf((await user.get('/structures')).body)).toEqual(['Town', 'Shop']);
    for (const hidden of [region, elsewhere]) expect((await user.get(`/structures/${hidden}`)).status).toBe(404);
    expect((await user.get(`/structures/${shop}`)).body.ancestors).toMatchObject([{ id: town }]);
    expect((await user.get(`/history/structure/${region}/full`)).status).toBe(404);
  });

  it('creates structures only below what they see', async () => {
    const { user, region, shop } = await aPart();
    expect(keysOf((await user.post('/structures', { name: 'Mine' })).body)).toEqual(['parent ra.validation.required']);
    expect(keysOf((await user.post('/structures', { name: 'Mine', parent: region })).body)).toEqual([
      'parent custom.validation.notFound',
    ]);
    expect((await makeStructure(user, { name: 'Mine', parent: shop })).name).toBe('Mine');
  });

  it('moves structures only within what they see', async () => {
    const { user, town, shop, elsewhere, region } = await aPart();
    for (const parent of [elsewhere, region])
      expect(keysOf((await user.put(`/structures/${shop}`, { parent })).body)).toEqual([
        'parent custom.validation.notFound',
      ]);
    expect(keysOf((await user.put(`/structures/${shop}`, { parent: null })).body)).toEqual([
      'parent custom.structures.outOfSight',
    ]);
    const inner = await makeStructure(user, { name: 'Inner', parent: shop });
    expect((await user.put(`/structures/${inner.id}`, { parent: town })).status).toBe(200);
    // The form sends back what it was shown: no parent, although there is a hidden one.
    expect((await user.put(`/structures/${town}`, { name: 'Town, renamed', parent: null })).status).toBe(200);
    expect((await admin.get(`/structures/${town}`)).body).toMatchObject({
      parent: `/api/structures/${region}`,
      name: 'Town, renamed',
    });
    expect(keysOf((await user.put(`/structures/${town}`, { parent: inner.id })).body)).toEqual([
      'parent custom.structures.outOfSight',
    ]);
  });

  it('cannot remove their own access, nor move a machine out of what they see', async () => {
    const { user, town, machines } = await aPart();
    expect(keysOf((await user.put(`/structures/${town}/users`, { remove: [user.userId] })).body)).toEqual([
      'remove custom.structures.outOfSight',
    ]);
    expect(keysOf((await user.put(`/structures/${town}/machines`, { remove: [machines[1]] })).body)).toEqual([
      'remove custom.structures.outOfSight',
    ]);
    expect(keysOf((await user.put(`/structures/${town}/machines`, { add: [machines[0]] })).body)).toEqual([
      'add.0 custom.validation.notFound',
    ]);
    expect((await user.put(`/structures/${town}/machines`, { add: [machines[2]] })).body.ownMachineCount).toBe(2);
  });

  it('STR-06 deletes structures only within what they see', async () => {
    const { user, town, shop } = await aPart();
    expect((await user.get(`/structures/${town}/deletion`)).body).toMatchObject({
      parent: null,
      mayMoveUp: false,
      mayUnassign: false,
      isHidden: false,
    });
    expect(keysOf((await user.delete(`/structures/${town}?children=moveUp&machines=unassign`)).body)).toEqual([
      'children custom.structures.outOfSight',
      'machines custom.structures.outOfSight',
    ]);
    expect((await user.delete(`/structures/${shop}?machines=moveUp`)).status).toBe(204);
    expect((await user.get(`/structures/${town}`)).body.ownMachineCount).toBe(2);
  });

  it('STR-06 cannot delete a structure with machines that they do not see', async () => {
    const { user, shop } = await aPart(['ROLE_MACHINE_ACCESS', 'ROLE_PROGRAM_EDITOR', 'ROLE_STRUCTURE_EDITOR']);
    expect((await user.get(`/structures/${shop}/deletion`)).body.isHidden).toBe(true);
    expect((await user.delete(`/structures/${shop}?machines=moveUp`)).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('do not see'),
    });
  });

  it.each<[string, Right[], { seen: string[]; loose: boolean }]>([
    ['no right withdrawn', [], { seen: ['Elsewhere', 'Region', 'Town', 'Shop'], loose: true }],
    ['without TOTAL_ACCESS', ['ROLE_STRUCTURE_TOTAL_ACCESS'], { seen: ['Town', 'Shop'], loose: true }],
    [
      'without ACCESS_NO_STRUCTURE',
      ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
      { seen: ['Elsewhere', 'Region', 'Town', 'Shop'], loose: false },
    ],
    ['without both', partly, { seen: ['Town', 'Shop'], loose: false }],
  ])('sees the expected structures and machines: %s', async (_name, without, { seen, loose }) => {
    const owner = await anAdminOfNew(server);
    const { town } = await aTree(server, owner);
    const user = await aPerson(server, 'user', owner.organisationId, { without });
    await owner.put(`/structures/${town}/users`, { add: [user.userId] });
    const alone = await aMachine(owner);
    expect(namesOf((await user.get('/structures?itemsPerPage=500')).body)).toEqual(seen);
    expect((await user.get(`/machines/${alone.id}`)).status).toBe(loose ? 200 : 404);
  });
});
