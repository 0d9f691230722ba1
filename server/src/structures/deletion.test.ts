import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { aTree, eventsOf, keysOf } from '../testing/structures.ts';
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

describe('STR-06 deleting a structure', () => {
  it('needs a choice for its children and machines', async () => {
    const { region, town } = await aTree(server, admin);
    expect((await admin.get(`/structures/${town}/deletion`)).body).toMatchObject({
      children: 1,
      below: 1,
      machines: 1,
      machinesBelow: 1,
      parent: { id: region },
    });
    expect(keysOf((await admin.delete(`/structures/${town}`)).body)).toEqual([
      'children ra.validation.required',
      'machines ra.validation.required',
    ]);
    expect(keysOf((await admin.delete(`/structures/${town}?children=delete`)).body)).toEqual([
      'machines ra.validation.required',
    ]);
    expect((await admin.delete(`/structures/${town}?children=burn`)).status).toBe(400);
    expect((await admin.get(`/structures/${town}`)).status).toBe(200);
  });

  it('can move its children and machines to its parent', async () => {
    const { region, town, shop, machines } = await aTree(server, admin);
    expect((await admin.delete(`/structures/${town}?children=moveUp&machines=moveUp`)).status).toBe(204);
    expect((await admin.get(`/structures/${shop}`)).body).toMatchObject({
      parent: `/api/structures/${region}`,
      ownMachineCount: 1,
    });
    expect((await admin.get(`/structures/${region}`)).body).toMatchObject({ ownMachineCount: 2, nbMachine: 3 });
    expect((await eventsOf(admin, `structure/${shop}`))[0]).toMatchObject({ typeEvent: 'update', fields: ['parent'] });
    expect(
      (await eventsOf(admin, `machine/${machines[1]}`))
        .slice(0, 2)
        .map(({ typeEvent }) => typeEvent)
        .sort(),
    ).toEqual(['addToStructure', 'removeFromStructure']);
    expect((await admin.get(`/structures/${town}`)).status).toBe(404);
  });

  it('can delete everything below it and leave the machines without a structure', async () => {
    const { region, town, shop, machines } = await aTree(server, admin);
    const user = await aPerson(server, 'user', organisation);
    await admin.put(`/structures/${shop}/users`, { add: [user.userId] });
    expect((await admin.delete(`/structures/${region}?children=delete&machines=unassign`)).status).toBe(204);
    for (const id of [region, town, shop]) expect((await admin.get(`/structures/${id}`)).status).toBe(404);
    for (const id of machines) expect((await admin.get(`/machines/${id}`)).body.structure).toBeNull();
    expect((await eventsOf(admin, `user/${user.userId}`))[0]).toMatchObject({
      typeEvent: 'removeFromStructure',
      targetName: 'Shop',
    });
    expect(
      (await admin.get('/profile/history?itemsPerPage=100')).body['hydra:member'].filter(
        (one: { typeEvent: string }) => one.typeEvent === 'deletion',
      ).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it('needs no choice when it is empty', async () => {
    const { elsewhere } = await aTree(server, admin);
    expect((await admin.delete(`/structures/${elsewhere}`)).status).toBe(204);
  });

  it('loses no machine that somebody assigns to it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, machines } = await aTree(server, admin);
      const loose = await Promise.all([aMachine(admin), aMachine(admin), aMachine(admin)]);
      const [removed, ...placed] = await Promise.all([
        admin.delete(`/structures/${shop}?machines=unassign`),
        ...loose.map(({ id }) => admin.put(`/machines/${id}`, { structure: shop })),
        admin.post('/structures', { name: 'Below', parent: shop }),
      ]);
      expect([204, 422]).toContain(removed?.status);
      for (const { status } of placed) expect([200, 201, 409, 422]).toContain(status);
      const left = await server.ownerQuery<{ id: string }>(
        `select machines.id from machines where id = any($1) and "structureId" is not null and not exists (select
          from structures where structures."organisationId" = machines."organisationId" and id = "structureId")`,
        [[...machines, ...loose.map(({ id }) => id)]],
      );
      expect(left).toEqual([]);
    }
  });
});
