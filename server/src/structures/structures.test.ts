import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aStructure, type Person } from '../testing/builders.ts';
import { openHouse, type TestHouse } from '../testing/openHouse.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';

let house: TestHouse;
let organisation: string;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  house = await openHouse();
  organisation = await anOrganisation(house);
  admin = await aPerson(house, 'clientAdmin', organisation);
  stranger = await aPerson(house, 'clientAdmin', await anOrganisation(house));
});
afterAll(() => house.close());

interface Structure {
  id: string;
  name: string;
  version: number;
}
const partly: Right[] = ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'];
const make = async (person: Person, body: object) => (await person.post('/structures', body)).expect(201) as Structure;
const keysOf = (body: { violations?: { propertyPath: string; key: string }[] }) =>
  body.violations?.map(({ propertyPath, key }) => `${propertyPath} ${key}`);
const names = (body: { 'hydra:member': Structure[] }) => body['hydra:member'].map(({ name }) => name);
const eventsOf = async (
  path: string,
  person = admin,
): Promise<{ typeEvent: string; originName: string; targetName: string | null; fields: string[] }[]> =>
  (await person.get(`/history/${path}/full?itemsPerPage=100`)).body['hydra:member'];

/** Region > Town > Shop, each with a machine, and a second tree beside it. */
async function aTree(owner = admin) {
  const region = await aStructure(house, owner, 'Region');
  const town = await aStructure(house, owner, 'Town', { parentId: region });
  const shop = await aStructure(house, owner, 'Shop', { parentId: town });
  const elsewhere = await aStructure(house, owner, 'Elsewhere');
  const machines = [];
  for (const structure of [region, town, shop]) machines.push((await aMachine(owner, { structure })).id);
  return { region, town, shop, elsewhere, machines };
}

async function anAdminOfNew() {
  return aPerson(house, 'clientAdmin', await anOrganisation(house));
}

describe('STR-01 the list', () => {
  it('HOM-03 is narrowed to the structures in which machines stand, as many as the home page counts', async () => {
    const owner = await anAdminOfNew();
    const { region, town, elsewhere } = await aTree(owner);
    const clerk = await aPerson(house, 'user', owner.organisationId, { without: partly });
    await owner.put(`/structures/${town}/users`, { add: [clerk.userId] });
    const idsOf = async (person: Person, value: boolean) =>
      (await person.get(`/structures?withMachines=${value}`)).body['hydra:member'].map(({ id }: Structure) => id);
    expect(await idsOf(owner, true)).toHaveLength(3);
    expect(await idsOf(owner, false)).toEqual([elsewhere]);
    expect(await idsOf(clerk, true)).toHaveLength(2);
    expect(await idsOf(clerk, true)).not.toContain(region);
    for (const [person, count] of [
      [owner, 3],
      [clerk, 2],
    ] as const)
      expect((await person.get('/home')).body.structureWithMachines).toBe(count);
  });

  it('shows the top level ten at a time, opens a branch, and finds with its path', async () => {
    const owner = await anAdminOfNew();
    const { region, town } = await aTree(owner);
    for (let index = 0; index < 10; index += 1) await make(owner, { name: `Site ${index}` });
    const top = (await owner.get('/structures?lvl=0')).body;
    expect(top['hydra:totalItems']).toBe(12);
    expect(top['hydra:member']).toHaveLength(10);
    expect(names((await owner.get('/structures?lvl0Only=true&itemsPerPage=50')).body)).toEqual(
      names((await owner.get('/structures?lvl=0&itemsPerPage=50')).body),
    );
    const first = top['hydra:member'].find((one: Structure) => one.id === region);
    expect(first).toMatchObject({
      depth: 0,
      parent: null,
      hasChildren: true,
      childCount: 1,
      nbMachine: 3,
      machineStates: { notApproved: 3, connected: 0 },
    });
    const branch = (await owner.get(`/structures?parent=${region}`)).body['hydra:member'];
    expect(branch).toMatchObject([{ id: town, depth: 1, nbMachine: 2, parent: `/api/structures/${region}` }]);
    expect((await owner.get('/structures?q=sho')).body['hydra:member']).toMatchObject([{ name: 'Shop', depth: 2, path: ['Region', 'Town', 'Shop'] }]);
    expect((await owner.get('/structures?q=s%25p')).body['hydra:totalItems']).toBe(0);
    expect((await owner.get('/structures?page=9')).body['hydra:totalItems']).toBe(14);
    expect((await owner.get('/structures?itemsPerPage=0')).body).toMatchObject({ 'hydra:totalItems': 14, 'hydra:member': [] });
    expect(names((await owner.get('/structures?order[nbMachine]=desc&itemsPerPage=3')).body)).toEqual(['Region', 'Town', 'Shop']);
    expect(names((await owner.get(`/structures?id[]=${region}&id[]=${town}&order[name]=desc`)).body)).toEqual(['Town', 'Region']);
    expect(names((await owner.get(`/structures?notUnder=${town}&q=e`)).body)).not.toContain('Town');
  });

  it('API-02 refuses filters and orders that it does not know, by name', async () => {
    expect(keysOf((await admin.get('/structures?colour=red')).body)).toEqual(['colour custom.validation.unknownField']);
    expect((await admin.get('/structures?order[colour]=asc')).status).toBe(400);
    expect((await admin.get('/structures?itemsPerPage=501')).status).toBe(400);
  });

  it('STR-05 gives pick lists 500 in one reading, and the rest by search', async () => {
    const owner = await anAdminOfNew();
    await house.ownerQuery(
      `insert into structures (id, "organisationId", "parentId", name) select gen_random_uuid(), $1, null, 'Place ' || n from generate_series(1, 520) n`,
      [owner.organisationId],
    );
    const all = (await owner.get('/structures?itemsPerPage=500&order[path]=asc')).body;
    expect([all['hydra:totalItems'], all['hydra:member'].length]).toEqual([520, 500]);
    expect(names(all)).not.toContain('Place 519');
    expect(names((await owner.get('/structures?q=place%20519&itemsPerPage=500')).body)).toEqual(['Place 519']);
  });

  it('tells who is related to what only to those who may edit structures, and to everybody of themselves', async () => {
    const reader = await aPerson(house, 'user', organisation, { without: ['ROLE_STRUCTURE_EDITOR'] });
    const shop = await aStructure(house, admin, 'Of the reader', { related: reader });
    expect((await reader.get(`/structures?relatedUser=${reader.userId}`)).body['hydra:member']).toMatchObject([{ id: shop }]);
    expect((await reader.get(`/structures?relatedUser=${admin.userId}`)).status).toBe(403);
    expect((await admin.get(`/structures?relatedUser=${reader.userId}`)).body['hydra:totalItems']).toBe(1);
    expect((await reader.get(`/structures/${shop}`)).body).toMatchObject({ relatedUsers: null, users: null });
    expect((await reader.get('/structures/people')).status).toBe(403);
  });
});

describe('STR-02 create and edit', () => {
  it('STR-03 gives a structure with all its fields', async () => {
    const related = await aPerson(house, 'user', organisation);
    const above = await aPerson(house, 'user', organisation);
    const { region, town, shop, machines } = await aTree();
    await admin.put(`/structures/${town}`, { userInCharge: admin.userId, relatedUsers: [related.userId] });
    await admin.put(`/structures/${region}/users`, { add: [above.userId] });
    const answer = await admin.get(`/structures/${town}`);
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`);
    expect(answer.body).toMatchObject({
      '@id': `/api/structures/${town}`,
      name: 'Town',
      parent: `/api/structures/${region}`,
      ancestors: [{ id: region, name: 'Region' }],
      children: [{ id: shop, name: 'Shop', nbMachine: 1 }],
      relatedUsers: [{ id: related.userId }],
      userInCharge: { id: admin.userId, fullName: expect.stringMatching(/^Ada Test/) },
      machines: [{ id: machines[1] }],
      nbMachine: 2,
      ownMachineCount: 1,
      depth: 1,
      path: ['Region', 'Town'],
    });
    expect(answer.body.users.map((one: { id: string }) => one.id).sort()).toEqual([related.userId, above.userId].sort());
  });

  it('STR-06 TAG-01 PRO-05 shows people with their picture wherever they are related or chosen', async () => {
    const related = await aPerson(house, 'user', organisation);
    const { imageUrl } = (await related.post('/image/update', { imageBase64: await asBase64(aPicture(256).jpeg()) })).expect(200) as {
      imageUrl: string;
    };
    const shop = await aStructure(house, admin, 'Shop', { related });
    const tag = (await admin.post('/tags', { name: 'Hers' })).expect(201) as { id: string };
    (await admin.put(`/tags/${tag.id}`, { relatedUsers: [related.userId] })).expect(200);
    const shown = { id: related.userId, imageUrl };
    expect((await admin.get(`/structures/${shop}`)).body).toMatchObject({ relatedUsers: [shown], users: [shown] });
    expect((await admin.get(`/tags/${tag.id}`)).body.relatedUsers).toMatchObject([shown]);
    expect((await admin.get(`/structures/people?q=${related.email}`)).body['hydra:member']).toMatchObject([shown]);
    expect((await house.web.server.inject({ url: imageUrl })).statusCode).toBe(200);
  });

  it.each([
    [{}, ['name ra.validation.required']],
    [{ name: '  ' }, ['name ra.validation.required']],
    [{ name: 'x'.repeat(256) }, ['name ra.validation.maxLength']],
    [{ name: 'n', parent: newId() }, ['parent custom.validation.notFound']],
    [{ name: 'n', userInCharge: newId() }, ['userInCharge custom.validation.notFound']],
    [{ name: 'n', colour: 'red' }, ['colour custom.validation.unknownField']],
  ])('names field and rule of %j', async (body, expected) => {
    const answer = await admin.post('/structures', body);
    expect([answer.status, keysOf(answer.body)]).toEqual([422, expected]);
  });

  it('takes a name of 255 characters, with Location, ETag and history', async () => {
    const answer = await admin.post('/structures', { name: 'é'.repeat(255) });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ location: `/api/structures/${answer.body.id}`, etag: '"1"' });
    expect(await eventsOf(`structure/${answer.body.id}`)).toMatchObject([{ typeEvent: 'creation' }]);
  });

  it('changes only what is sent, and API-06 refuses what was read before somebody else’s change', async () => {
    const { region, town } = await aTree();
    const before = (await admin.get(`/structures/${town}`)).body;
    const after = (await admin.put(`/structures/${town}`, { name: 'City' }, { 'if-match': `"${before.version}"` })).expect(200) as Structure;
    expect(after).toMatchObject({ name: 'City', parent: `/api/structures/${region}`, version: before.version + 1 });
    expect((await admin.put(`/structures/${town}`, { name: 'Late' }, { 'if-match': `"${before.version}"` })).status).toBe(412);
    expect((await admin.put(`/structures/${town}`, { name: 'City' })).body.version).toBe(before.version + 1);
    expect((await eventsOf(`structure/${town}`))[0]).toMatchObject({ typeEvent: 'update', fields: ['name'] });
  });

  it('refuses as parent the structure itself and whatever is below it', async () => {
    const { region, town, shop } = await aTree();
    for (const parent of [region, town, shop])
      expect(keysOf((await admin.put(`/structures/${region}`, { parent })).body)).toEqual(['parent custom.structures.cycle']);
    expect((await admin.put(`/structures/${shop}`, { parent: region })).body).toMatchObject({ depth: 1, path: ['Region', 'Shop'] });
  });

  it('keeps a tree to 32 levels, for what is made and for what is moved with all below it', async () => {
    const ids: string[] = [];
    for (let level = 1; level <= 32; level += 1) ids.push((await make(admin, { name: `Level ${level}`, parent: ids.at(-1) ?? null })).id);
    const tooDeep = await admin.post('/structures', { name: 'Level 33', parent: ids[31] });
    expect(tooDeep.body.violations[0]).toMatchObject({ propertyPath: 'parent', key: 'custom.structures.tooDeep', args: { max: 32 } });
    const { region } = await aTree();
    expect(keysOf((await admin.put(`/structures/${region}`, { parent: ids[29] })).body)).toEqual(['parent custom.structures.tooDeep']);
    expect((await admin.put(`/structures/${region}`, { parent: ids[28] })).status).toBe(200);
  });

  it('never closes a circle, however many people move crosswise at once', async () => {
    const owner = await anAdminOfNew();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push((await make(owner, { name: `Node ${index}` })).id);
    const moves = ids.flatMap((id) => ids.map((parent) => ({ id, parent }))).sort(() => Math.random() - 0.5);
    const answers = await Promise.all(moves.map(({ id, parent }) => owner.put(`/structures/${id}`, { parent })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect((await owner.get('/structures?itemsPerPage=500')).body['hydra:totalItems']).toBe(8);
  }, 60_000);

  it('keeps a forest through any sequence of moves', async () => {
    const owner = await anAdminOfNew();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await make(owner, { name: `Node ${index}` })).id);
    const parents = new Map<string, string | null>(ids.map((id) => [id, null]));
    for (const { id, parent } of someMoves(ids, 150)) {
      const isAllowed = !isUnder(parents, parent, id);
      expect((await owner.put(`/structures/${id}`, { parent })).status, `${id} below ${parent}`).toBe(isAllowed ? 200 : 422);
      if (isAllowed) parents.set(id, parent);
    }
    const list = (await owner.get('/structures?itemsPerPage=500')).body['hydra:member'] as { id: string; parent: string | null }[];
    const iriOf = (id: string | null | undefined) => (id ? `/api/structures/${id}` : null);
    expect(new Map(list.map(({ id, parent }) => [id, parent]))).toEqual(new Map(ids.map((id) => [id, iriOf(parents.get(id))])));
  }, 60_000);
});

/** The same at every run. */
function someMoves(ids: string[], count: number): { id: string; parent: string | null }[] {
  let seed = 20_261_121;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () => ({
    id: ids[random(ids.length)] ?? '',
    parent: random(5) === 0 ? null : (ids[random(ids.length)] ?? null),
  }));
}

function isUnder(parents: Map<string, string | null>, id: string | null, above: string): boolean {
  return id !== null && (id === above || isUnder(parents, parents.get(id) ?? null, above));
}

describe('STR-02, RGT-05 somebody who sees only a part of the tree', () => {
  async function aPart(without: Right[] = []) {
    const tree = await aTree();
    const user = await aPerson(house, 'user', organisation, { without: [...partly, ...without] });
    await admin.put(`/structures/${tree.town}/users`, { add: [user.userId] });
    return { ...tree, user };
  }

  it('sees it as if it stood at the top, without the names above it', async () => {
    const { user, region, town, shop, elsewhere } = await aPart();
    const { body } = await user.get(`/structures/${town}`);
    expect(body).toMatchObject({ parent: null, depth: 0, ancestors: [], path: ['Town'], nbMachine: 2 });
    expect(JSON.stringify(body)).not.toContain('Region');
    expect(names((await user.get('/structures')).body)).toEqual(['Town', 'Shop']);
    for (const hidden of [region, elsewhere]) expect((await user.get(`/structures/${hidden}`)).status).toBe(404);
    expect((await user.get(`/structures/${shop}`)).body.ancestors).toMatchObject([{ id: town }]);
    expect((await user.get(`/history/structure/${region}/full`)).status).toBe(404);
  });

  it('makes structures below what they see, and only there', async () => {
    const { user, region, shop } = await aPart();
    expect(keysOf((await user.post('/structures', { name: 'Mine' })).body)).toEqual(['parent ra.validation.required']);
    expect(keysOf((await user.post('/structures', { name: 'Mine', parent: region })).body)).toEqual(['parent custom.validation.notFound']);
    expect((await make(user, { name: 'Mine', parent: shop })).name).toBe('Mine');
  });

  it('moves things only within what they see', async () => {
    const { user, town, shop, elsewhere, region } = await aPart();
    for (const parent of [elsewhere, region])
      expect(keysOf((await user.put(`/structures/${shop}`, { parent })).body)).toEqual(['parent custom.validation.notFound']);
    expect(keysOf((await user.put(`/structures/${shop}`, { parent: null })).body)).toEqual(['parent custom.structures.outOfSight']);
    const inner = await make(user, { name: 'Inner', parent: shop });
    expect((await user.put(`/structures/${inner.id}`, { parent: town })).status).toBe(200);
    // The form sends back what it was shown: no parent, although there is a hidden one.
    expect((await user.put(`/structures/${town}`, { name: 'Town, renamed', parent: null })).status).toBe(200);
    expect((await admin.get(`/structures/${town}`)).body).toMatchObject({ parent: `/api/structures/${region}`, name: 'Town, renamed' });
    expect(keysOf((await user.put(`/structures/${town}`, { parent: inner.id })).body)).toEqual(['parent custom.structures.outOfSight']);
  });

  it('cannot shut themselves out, nor take a machine out of sight', async () => {
    const { user, town, machines } = await aPart();
    expect(keysOf((await user.put(`/structures/${town}/users`, { remove: [user.userId] })).body)).toEqual(['remove custom.structures.outOfSight']);
    expect(keysOf((await user.put(`/structures/${town}/machines`, { remove: [machines[1]] })).body)).toEqual(['remove custom.structures.outOfSight']);
    expect(keysOf((await user.put(`/structures/${town}/machines`, { add: [machines[0]] })).body)).toEqual(['add.0 custom.validation.notFound']);
    expect((await user.put(`/structures/${town}/machines`, { add: [machines[2]] })).body.ownMachineCount).toBe(2);
  });

  it('STR-06 deletes within what they see, and nothing else', async () => {
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

  it('STR-06 is refused where machines stand that they do not see', async () => {
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
    ['without ACCESS_NO_STRUCTURE', ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'], { seen: ['Elsewhere', 'Region', 'Town', 'Shop'], loose: false }],
    ['without both', partly, { seen: ['Town', 'Shop'], loose: false }],
  ])('%s', async (_name, without, { seen, loose }) => {
    const owner = await anAdminOfNew();
    const { town } = await aTree(owner);
    const user = await aPerson(house, 'user', owner.organisationId, { without });
    await owner.put(`/structures/${town}/users`, { add: [user.userId] });
    const alone = await aMachine(owner);
    expect(names((await user.get('/structures?itemsPerPage=500')).body)).toEqual(seen);
    expect((await user.get(`/machines/${alone.id}`)).status).toBe(loose ? 200 : 404);
  });
});

describe('STR-04 machines and users of a structure', () => {
  it('puts several machines in and takes them out, with history on both sides', async () => {
    const { region, elsewhere, machines } = await aTree();
    const loose = await aMachine(admin);
    expect((await admin.put(`/structures/${elsewhere}/machines`, { add: [machines[0], loose.id] })).body).toMatchObject({ ownMachineCount: 2 });
    expect((await admin.put(`/structures/${elsewhere}/machines`, { remove: [loose.id, machines[1]] })).body).toMatchObject({ ownMachineCount: 1 });
    const ofMachine = (await eventsOf(`machine/${machines[0]}`)).map(({ typeEvent, targetName }) => `${typeEvent} ${targetName}`);
    expect(ofMachine.slice(0, 2).sort()).toEqual(['addToStructure Elsewhere', 'removeFromStructure Region']);
    expect((await eventsOf(`structure/${elsewhere}`)).map(({ typeEvent }) => typeEvent).sort()).toEqual([
      'addToStructure',
      'addToStructure',
      'creation',
      'removeFromStructure',
    ]);
    expect((await eventsOf(`structure/${region}`))[0]).toMatchObject({ typeEvent: 'removeFromStructure' });
    // What is named to be taken out but stands elsewhere stays there.
    expect((await admin.get(`/machines/${machines[1]}`)).body.structureName).toBe('Town');
  });

  it('does all of it or nothing, and names the machine that it does not know', async () => {
    const { elsewhere, machines } = await aTree();
    const foreign = await aMachine(stranger);
    expect(keysOf((await admin.put(`/structures/${elsewhere}/machines`, { add: [machines[0], foreign.id] })).body)).toEqual([
      'add.1 custom.validation.notFound',
    ]);
    expect((await admin.get(`/structures/${elsewhere}`)).body.ownMachineCount).toBe(0);
  });

  it('relates several users, only users of the organisation, with history on both sides', async () => {
    const { town } = await aTree();
    const [one, two] = [await aPerson(house, 'user', organisation), await aPerson(house, 'user', organisation)];
    const foreign = await aPerson(house, 'user', stranger.organisationId);
    for (const wrong of [admin.userId, foreign.userId, newId()])
      expect(keysOf((await admin.put(`/structures/${town}/users`, { add: [one.userId, wrong] })).body)).toEqual(['add.1 custom.validation.notFound']);
    expect(keysOf((await admin.put(`/structures/${town}`, { relatedUsers: [admin.userId] })).body)).toEqual([
      'relatedUsers.0 custom.validation.notFound',
    ]);
    const related = (await admin.put(`/structures/${town}/users`, { add: [one.userId, two.userId, one.userId] })).body.relatedUsers;
    expect(related).toHaveLength(2);
    expect((await admin.put(`/structures/${town}`, { relatedUsers: [two.userId] })).body.relatedUsers).toMatchObject([{ id: two.userId }]);
    expect((await eventsOf(`user/${one.userId}`)).map(({ typeEvent, targetName }) => `${typeEvent} ${targetName}`)).toEqual([
      'removeFromStructure Town',
      'addToStructure Town',
    ]);
    const reader = await aPerson(house, 'user', organisation, { without: ['ROLE_STRUCTURE_EDITOR', 'ROLE_TAG_EDITOR'] });
    const told = (await eventsOf(`structure/${town}`, reader))
      .filter(({ typeEvent }) => typeEvent.endsWith('Structure'))
      .map(({ originName }) => originName);
    expect(new Set(told)).toEqual(new Set([expect.stringMatching(/^Oven/), '…']));
  });

  it('counts only as far as the reader sees, and acts at once', async () => {
    const { town } = await aTree();
    const user = await aPerson(house, 'user', organisation, { without: partly });
    expect((await user.get('/structures')).body['hydra:totalItems']).toBe(0);
    await admin.put(`/structures/${town}/users`, { add: [user.userId] });
    expect((await user.get('/structures')).body['hydra:totalItems']).toBe(2);
    expect((await user.get('/machines')).body['hydra:totalItems']).toBe(2);
    await admin.put(`/structures/${town}/users`, { remove: [user.userId] });
    expect((await user.get('/machines')).body['hydra:totalItems']).toBe(0);
  });

  it('offers names of colleagues to those who relate them', async () => {
    const owner = await anAdminOfNew();
    const user = await aPerson(house, 'user', owner.organisationId);
    const found = (await owner.get('/structures/people?kind=user')).body['hydra:member'];
    expect(found).toMatchObject([{ id: user.userId, kind: 'user' }]);
    expect((await owner.get(`/structures/people?q=${encodeURIComponent(owner.email)}`)).body['hydra:totalItems']).toBe(1);
  });
});

describe('STR-06 a structure with something in it', () => {
  it('is not deleted before it is said what becomes of what is in it', async () => {
    const { region, town } = await aTree();
    expect((await admin.get(`/structures/${town}/deletion`)).body).toMatchObject({
      children: 1,
      below: 1,
      machines: 1,
      machinesBelow: 1,
      parent: { id: region },
    });
    expect(keysOf((await admin.delete(`/structures/${town}`)).body)).toEqual(['children ra.validation.required', 'machines ra.validation.required']);
    expect(keysOf((await admin.delete(`/structures/${town}?children=delete`)).body)).toEqual(['machines ra.validation.required']);
    expect((await admin.delete(`/structures/${town}?children=burn`)).status).toBe(400);
    expect((await admin.get(`/structures/${town}`)).status).toBe(200);
  });

  it('gives its children and machines to what is above it', async () => {
    const { region, town, shop, machines } = await aTree();
    expect((await admin.delete(`/structures/${town}?children=moveUp&machines=moveUp`)).status).toBe(204);
    expect((await admin.get(`/structures/${shop}`)).body).toMatchObject({ parent: `/api/structures/${region}`, ownMachineCount: 1 });
    expect((await admin.get(`/structures/${region}`)).body).toMatchObject({ ownMachineCount: 2, nbMachine: 3 });
    expect((await eventsOf(`structure/${shop}`))[0]).toMatchObject({ typeEvent: 'update', fields: ['parent'] });
    expect(
      (await eventsOf(`machine/${machines[1]}`))
        .slice(0, 2)
        .map(({ typeEvent }) => typeEvent)
        .sort(),
    ).toEqual(['addToStructure', 'removeFromStructure']);
    expect((await admin.get(`/structures/${town}`)).status).toBe(404);
  });

  it('takes everything below with it and leaves the machines without structure', async () => {
    const { region, town, shop, machines } = await aTree();
    const user = await aPerson(house, 'user', organisation);
    await admin.put(`/structures/${shop}/users`, { add: [user.userId] });
    expect((await admin.delete(`/structures/${region}?children=delete&machines=unassign`)).status).toBe(204);
    for (const id of [region, town, shop]) expect((await admin.get(`/structures/${id}`)).status).toBe(404);
    for (const id of machines) expect((await admin.get(`/machines/${id}`)).body.structure).toBeNull();
    expect((await eventsOf(`user/${user.userId}`))[0]).toMatchObject({ typeEvent: 'removeFromStructure', targetName: 'Shop' });
    expect(
      (await admin.get('/profile/history?itemsPerPage=100')).body['hydra:member'].filter((one: { typeEvent: string }) => one.typeEvent === 'deletion')
        .length,
    ).toBeGreaterThanOrEqual(3);
  });

  it('asks nothing when there is nothing in it', async () => {
    const { elsewhere } = await aTree();
    expect((await admin.delete(`/structures/${elsewhere}`)).status).toBe(204);
  });

  it('loses no machine that somebody puts into it in the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, machines } = await aTree();
      const loose = await Promise.all([aMachine(admin), aMachine(admin), aMachine(admin)]);
      const [removed, ...placed] = await Promise.all([
        admin.delete(`/structures/${shop}?machines=unassign`),
        ...loose.map(({ id }) => admin.put(`/machines/${id}`, { structure: shop })),
        admin.post('/structures', { name: 'Below', parent: shop }),
      ]);
      expect([204, 422]).toContain(removed?.status);
      for (const { status } of placed) expect([200, 201, 409, 422]).toContain(status);
      const standing = await house.ownerQuery<{ id: string }>(
        `select machines.id from machines where id = any($1) and "structureId" is not null and not exists (select from structures where id = "structureId")`,
        [[...machines, ...loose.map(({ id }) => id)]],
      );
      expect(standing).toEqual([]);
    }
  }, 60_000);
});

it('STR-01 stays quick with 1,000 structures 12 levels deep and 3,000 machines', async () => {
  const owner = await anAdminOfNew();
  const user = await aPerson(house, 'user', owner.organisationId, { without: partly });
  const ids = Array.from({ length: 1000 }, () => newId());
  // Chains of twelve under 83 tops.
  const parents = ids.map((_, index) => (index % 12 === 0 ? null : (ids[index - 1] ?? null)));
  await house.ownerQuery(
    `insert into structures (id, "organisationId", "parentId", name) select id, $1, parent, 'Place ' || n from unnest($2::uuid[], $3::uuid[]) with ordinality as one(id, parent, n)`,
    [owner.organisationId, ids, parents],
  );
  await house.ownerQuery(
    `with made as (insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, "structureId")
       select gen_random_uuid(), $1, 'Oven ' || n, 'Q-' || n, 'x', 'deck', ($2::uuid[])[1 + n % 1000] from generate_series(1, 3000) n returning id)
     insert into "machineStates" ("machineId", "organisationId") select id, $1 from made`,
    [owner.organisationId, ids],
  );
  await house.ownerQuery('analyze');
  await owner.put(`/structures/${ids[0]}/users`, { add: [user.userId] });
  const quickest = async (person: Person, path: string) => {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      (await person.get(path)).expect(200);
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  const limit = 250;
  for (const path of [
    '/structures?lvl=0',
    `/structures?parent=${ids[0]}`,
    '/structures?q=99',
    '/structures?itemsPerPage=500',
    `/structures/${ids[11]}`,
  ]) {
    expect([path, (await quickest(owner, path)) < limit]).toEqual([path, true]);
    expect([path, (await quickest(user, path)) < limit]).toEqual([path, true]);
  }
}, 60_000);
