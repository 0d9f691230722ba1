import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { anAdminOfNew, aTree, eventsOf, keysOf, partly } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

describe('STR-04 the machines and users of a structure', () => {
  it('can be assigned and removed several at once, machines with history on both sides', async () => {
    const { region, elsewhere, machines } = await aTree(server, admin);
    const loose = await aMachine(admin);
    expect((await admin.put(`/structures/${elsewhere}/machines`, { add: [machines[0], loose.id] })).body).toMatchObject(
      { ownMachineCount: 2 },
    );
    expect(
      (await admin.put(`/structures/${elsewhere}/machines`, { remove: [loose.id, machines[1]] })).body,
    ).toMatchObject({ ownMachineCount: 1 });
    const ofMachine = (await eventsOf(admin, `machine/${machines[0]}`)).map(
      ({ typeEvent, targetName }) => `${typeEvent} ${targetName}`,
    );
    expect(ofMachine.slice(0, 2).sort()).toEqual(['addToStructure Elsewhere', 'removeFromStructure Region']);
    expect((await eventsOf(admin, `structure/${elsewhere}`)).map(({ typeEvent }) => typeEvent).sort()).toEqual([
      'addToStructure',
      'addToStructure',
      'creation',
      'removeFromStructure',
    ]);
    expect((await eventsOf(admin, `structure/${region}`))[0]).toMatchObject({ typeEvent: 'removeFromStructure' });
    // A machine to be removed that is in another structure stays there.
    expect((await admin.get(`/machines/${machines[1]}`)).body.structureName).toBe('Town');
  });

  it('are changed all or not at all, and an unknown machine is named', async () => {
    const { elsewhere, machines } = await aTree(server, admin);
    const foreign = await aMachine(stranger);
    expect(
      keysOf((await admin.put(`/structures/${elsewhere}/machines`, { add: [machines[0], foreign.id] })).body),
    ).toEqual(['add.1 custom.validation.notFound']);
    expect((await admin.get(`/structures/${elsewhere}`)).body.ownMachineCount).toBe(0);
  });

  it('can be assigned and removed several at once, users with history on both sides', async () => {
    const { town } = await aTree(server, admin);
    const [one, two] = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    const foreign = await aPerson(server, 'user', stranger.organisationId);
    for (const wrong of [admin.userId, foreign.userId, newId()])
      expect(keysOf((await admin.put(`/structures/${town}/users`, { add: [one.userId, wrong] })).body)).toEqual([
        'add.1 custom.validation.notFound',
      ]);
    expect(keysOf((await admin.put(`/structures/${town}`, { relatedUsers: [admin.userId] })).body)).toEqual([
      'relatedUsers.0 custom.validation.notFound',
    ]);
    const related = (await admin.put(`/structures/${town}/users`, { add: [one.userId, two.userId, one.userId] })).body
      .relatedUsers;
    expect(related).toHaveLength(2);
    expect((await admin.put(`/structures/${town}`, { relatedUsers: [two.userId] })).body.relatedUsers).toMatchObject([
      { id: two.userId },
    ]);
    expect(
      (await eventsOf(admin, `user/${one.userId}`)).map(({ typeEvent, targetName }) => `${typeEvent} ${targetName}`),
    ).toEqual(['removeFromStructure Town', 'addToStructure Town', 'signIn null']);
    const reader = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_EDITOR', 'ROLE_TAG_EDITOR'],
    });
    const told = (await eventsOf(reader, `structure/${town}`))
      .filter(({ typeEvent }) => typeEvent.endsWith('Structure'))
      .map(({ originName }) => originName);
    expect(new Set(told)).toEqual(new Set([expect.stringMatching(/^Oven/), '…']));
  });

  it('are counted as far as the reader sees them, and an assignment acts at once', async () => {
    const { town } = await aTree(server, admin);
    const user = await aPerson(server, 'user', organisation, { without: partly });
    expect((await user.get('/structures')).body['hydra:totalItems']).toBe(0);
    await admin.put(`/structures/${town}/users`, { add: [user.userId] });
    expect((await user.get('/structures')).body['hydra:totalItems']).toBe(2);
    expect((await user.get('/machines')).body['hydra:totalItems']).toBe(2);
    await admin.put(`/structures/${town}/users`, { remove: [user.userId] });
    expect((await user.get('/machines')).body['hydra:totalItems']).toBe(0);
  });

  it('are chosen from a list of colleagues’ names by people who may assign them', async () => {
    const owner = await anAdminOfNew(server);
    const user = await aPerson(server, 'user', owner.organisationId);
    const found = (await owner.get('/structures/people?kind=user')).body['hydra:member'];
    expect(found).toMatchObject([{ id: user.userId, kind: 'user' }]);
    expect((await owner.get(`/structures/people?q=${encodeURIComponent(owner.email)}`)).body['hydra:totalItems']).toBe(
      1,
    );
  });

  it.each(['/structures/people', '/tags/people'])(
    'SEC-01 %s shows and searches e-mail addresses for client admins only',
    async (path) => {
      const owner = await anAdminOfNew(server);
      const editor = await aPerson(server, 'user', owner.organisationId);
      const people = async (reader: Person, q = '') => (await reader.get(`${path}?q=${encodeURIComponent(q)}`)).body;
      const shown = JSON.stringify(await people(editor));
      expect(shown).toContain('Ada');
      expect(shown).not.toContain('@house.test');
      expect((await people(editor, editor.email))['hydra:totalItems']).toBe(0);
      expect((await people(editor, 'house.test'))['hydra:totalItems']).toBe(0);
      expect(JSON.stringify(await people(owner))).toContain(editor.email);
      expect((await people(owner, editor.email))['hydra:totalItems']).toBe(1);
    },
  );
});
