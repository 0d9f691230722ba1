import { rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let user: Person;

beforeAll(async () => {
  server = await openTestServer();
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation);
});
afterAll(() => server.close());

const change = (role: string, active: boolean, id = user.userId) =>
  admin.post('/users/rights', { user: id, role, active });

describe('RGT-03 a user’s rights', () => {
  it('change at once, for open sessions too', async () => {
    await aMachine(admin);
    expect((await user.get('/machines')).status).toBe(200);
    (await change('ROLE_MACHINE_ACCESS', false)).expect(200);
    (await change('ROLE_STRUCTURE_EDITOR', false)).expect(200);
    (await change('ROLE_PROGRAM_EDITOR', false)).expect(200);
    expect((await user.get('/machines')).status).toBe(403);
    (await change('ROLE_MACHINE_ACCESS', true)).expect(200);
    expect((await user.get('/machines')).status).toBe(200);
  });

  it('are withdrawn with their sub-rights, and refused with a message that names the missing parent', async () => {
    const taken = (await change('ROLE_PROGRAM_ACCESS', false)).expect(200) as { rights: string[] };
    expect(taken.rights.filter((right) => right.startsWith('ROLE_PROGRAM'))).toEqual([]);
    const refused = await change('ROLE_PROGRAM_APPROVE_ACTION', true);
    expect([refused.status, refused.body.violations[0].key]).toEqual([422, 'custom.validation.rightParent']);
    expect(refused.body.violations[0].message).toContain('ROLE_PROGRAM_APPROVE_ACCESS');
    for (const role of ['ROLE_PROGRAM_ACCESS', 'ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_PROGRAM_APPROVE_ACTION'])
      (await change(role, true)).expect(200);
  });

  it.each([
    'ROLE_SUPERADMIN',
    'ROLE_CLIENT_ADMIN',
    'ROLE_REMOTE_PARAMS_EDIT',
    '__proto__',
    'ROLE_MACHINE_',
    'x'.repeat(10_000),
  ])('contain only names of the catalogue, which %.30s is not', async (role) =>
    expect((await change(role, true)).status).toBe(422),
  );

  it('are changed by the client admin, for users of their own organisation', async () => {
    const stranger = await aPerson(server, 'user', await anOrganisation(server));
    const superAdmin = await aPerson(server, 'superAdmin', null);
    const nil = await change('ROLE_TAG_ACCESS', true, newId());
    for (const id of [stranger.userId, superAdmin.userId]) {
      const answer = await change('ROLE_TAG_ACCESS', true, id);
      expect([answer.status, answer.body.detail]).toEqual([404, nil.body.detail]);
    }
    expect((await change('ROLE_TAG_ACCESS', false, admin.userId)).status).toBe(409);
    for (const somebody of [user, superAdmin, await aPerson(server, 'technician', null)]) {
      expect(
        (await somebody.post('/users/rights', { user: user.userId, role: 'ROLE_TAG_ACCESS', active: true })).status,
      ).toBe(403);
    }
    expect(
      (await admin.post('/users/rights', { user: user.userId, role: 'ROLE_TAG_ACCESS', active: true, roles: [] }))
        .status,
    ).toBe(422);
  });

  it('are saved together unless somebody else has changed them, and are named in the history', async () => {
    // A second try begins with the same rights.
    (await admin.put(`/users/${user.userId}/rights`, { rights: [...rights] })).expect(200);
    const before = (await admin.get(`/users/${user.userId}`)).body;
    const wanted = rights.filter((right) => right !== 'ROLE_TAG_DELETE');
    const saved = await admin.put(
      `/users/${user.userId}/rights`,
      { rights: wanted },
      { 'if-match': `"${before.version}"` },
    );
    expect(saved.body.rights).toEqual(wanted);
    expect(
      (await admin.put(`/users/${user.userId}/rights`, { rights: [] }, { 'if-match': `"${before.version}"` })).status,
    ).toBe(412);
    expect((await admin.put(`/users/${user.userId}/rights`, { rights: ['ROLE_TAG_DELETE'] })).status).toBe(422);
    // Refusals of the tests before may be recorded meanwhile.
    const events: { typeEvent: string; originId: string; fields: string[] }[] = (
      await admin.get(`/history/user/${user.userId}/full`)
    ).body['hydra:member'];
    const newest = events.find(({ typeEvent }) => typeEvent === 'update');
    expect(newest).toMatchObject({ originId: user.userId, fields: expect.arrayContaining(['-ROLE_TAG_DELETE']) });
  });

  it('can be previewed: the preview counts what the person would see, and changes nothing', async () => {
    const home = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', home);
    const somebody = await aPerson(server, 'user', home);
    const shop = await aStructure(server, boss, 'Shop', { related: somebody });
    const away = await aStructure(server, boss, 'Away');
    await aMachine(boss, { structure: shop });
    await aMachine(boss, { structure: away });
    await aMachine(boss);
    await aProgram(boss);
    await aProgram(boss, { approved: false });
    const preview = async (held: readonly string[]) =>
      (await boss.post(`/users/${somebody.userId}/rights/preview`, { rights: held })).expect(200);
    expect(await preview(rights)).toEqual({
      machines: { seen: 3, of: 3 },
      structures: { seen: 2, of: 2 },
      programs: { seen: 2, of: 2 },
      tags: { seen: 0, of: 0 },
    });
    const narrow = ['ROLE_MACHINE_ACCESS', 'ROLE_STRUCTURE_ACCESS', 'ROLE_PROGRAM_ACCESS'];
    expect(await preview(narrow)).toEqual({
      machines: { seen: 1, of: 3 },
      structures: { seen: 1, of: 2 },
      programs: { seen: 1, of: 2 },
      tags: null,
    });
    (await boss.put(`/users/${somebody.userId}/rights`, { rights: narrow })).expect(200);
    expect((await somebody.get('/machines')).body['hydra:totalItems']).toBe(1);
    expect((await somebody.get('/programs')).body['hydra:totalItems']).toBe(1);
    expect((await boss.post(`/users/${boss.userId}/rights/preview`, { rights: [] })).status).toBe(409);
  });
});
