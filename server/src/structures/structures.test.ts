import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { anOrganisation, aPerson, aStructure, type Person } from '../testing/builders.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import {
  anAdminOfNew,
  aTree,
  eventsOf,
  keysOf,
  makeStructure,
  namesOf,
  partly,
  type Structure,
} from '../testing/structures.ts';
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

describe('STR-01 the list of structures', () => {
  it('HOM-03 can be limited to structures with machines, as many as the home page counts', async () => {
    const owner = await anAdminOfNew(server);
    const { region, town, elsewhere } = await aTree(server, owner);
    const clerk = await aPerson(server, 'user', owner.organisationId, { without: partly });
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

  it('shows the top level ten at a time, a branch on request, and search results with their path', async () => {
    const owner = await anAdminOfNew(server);
    const { region, town } = await aTree(server, owner);
    for (let index = 0; index < 10; index += 1) await makeStructure(owner, { name: `Site ${index}` });
    const top = (await owner.get('/structures?lvl=0')).body;
    expect(top['hydra:totalItems']).toBe(12);
    expect(top['hydra:member']).toHaveLength(10);
    expect(namesOf((await owner.get('/structures?lvl0Only=true&itemsPerPage=50')).body)).toEqual(
      namesOf((await owner.get('/structures?lvl=0&itemsPerPage=50')).body),
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
    expect((await owner.get('/structures?q=sho')).body['hydra:member']).toMatchObject([
      { name: 'Shop', depth: 2, path: ['Region', 'Town', 'Shop'] },
    ]);
    expect((await owner.get('/structures?q=s%25p')).body['hydra:totalItems']).toBe(0);
    expect((await owner.get('/structures?page=9')).body['hydra:totalItems']).toBe(14);
    expect((await owner.get('/structures?itemsPerPage=0')).body).toMatchObject({
      'hydra:totalItems': 14,
      'hydra:member': [],
    });
    expect(namesOf((await owner.get('/structures?order[nbMachine]=desc&itemsPerPage=3')).body)).toEqual([
      'Region',
      'Town',
      'Shop',
    ]);
    expect(namesOf((await owner.get(`/structures?id[]=${region}&id[]=${town}&order[name]=desc`)).body)).toEqual([
      'Town',
      'Region',
    ]);
    expect(namesOf((await owner.get(`/structures?notUnder=${town}&q=e`)).body)).not.toContain('Town');
  });

  it('API-02 refuses an unknown filter or order with a message that names it', async () => {
    expect(keysOf((await admin.get('/structures?colour=red')).body)).toEqual(['colour custom.validation.unknownField']);
    // API-02: for a valid field with an invalid direction, the message names the allowed directions.
    const { status, body } = await admin.get('/structures?order[name]=sideways');
    expect([status, body.violations]).toEqual([
      400,
      [
        expect.objectContaining({
          propertyPath: 'order[name]',
          key: 'ra.validation.oneOf',
          message: 'Must be one of: asc, desc, ASC, DESC',
        }),
      ],
    ]);
    expect((await admin.get('/structures?order[colour]=asc')).body.violations[0]).toMatchObject({
      propertyPath: 'order[colour]',
      message: expect.stringContaining('order[name]'),
    });
    expect((await admin.get('/structures?order[colour]=asc')).status).toBe(400);
    expect((await admin.get('/structures?itemsPerPage=501')).status).toBe(400);
  });

  it('STR-05 gives pick lists 500 entries in one call, and the rest by search', async () => {
    const owner = await anAdminOfNew(server);
    await server.ownerQuery(
      `insert into structures (id, "organisationId", "parentId", name) select gen_random_uuid(), $1, null, 'Place ' || n
        from generate_series(1, 520) n`,
      [owner.organisationId],
    );
    const all = (await owner.get('/structures?itemsPerPage=500&order[path]=asc')).body;
    expect([all['hydra:totalItems'], all['hydra:member'].length]).toEqual([520, 500]);
    expect(namesOf(all)).not.toContain('Place 519');
    expect(namesOf((await owner.get('/structures?q=place%20519&itemsPerPage=500')).body)).toEqual(['Place 519']);
  });

  it('shows assigned people only to readers who may edit structures, and to each person their own assignment', async () => {
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_EDITOR'] });
    const shop = await aStructure(server, admin, 'Of the reader', { related: reader });
    expect((await reader.get(`/structures?relatedUser=${reader.userId}`)).body['hydra:member']).toMatchObject([
      { id: shop },
    ]);
    expect((await reader.get(`/structures?relatedUser=${admin.userId}`)).status).toBe(403);
    expect((await admin.get(`/structures?relatedUser=${reader.userId}`)).body['hydra:totalItems']).toBe(1);
    expect((await reader.get(`/structures/${shop}`)).body).toMatchObject({ relatedUsers: null, users: null });
    expect((await reader.get('/structures/people')).status).toBe(403);
  });
});

describe('STR-02 creating and editing a structure', () => {
  it('STR-03 returns it with all its fields', async () => {
    const related = await aPerson(server, 'user', organisation);
    const above = await aPerson(server, 'user', organisation);
    const { region, town, shop, machines } = await aTree(server, admin);
    await admin.put(`/structures/${town}`, { userInCharge: admin.userId, relatedUsers: [related.userId] });
    await admin.put(`/structures/${region}/users`, { add: [above.userId] });
    const answer = await admin.get(`/structures/${town}`);
    expect(answer.headers['etag']).toMatch(new RegExp(`^"${answer.body.version}\\.`));
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
    expect(answer.body.users.map((one: { id: string }) => one.id).sort()).toEqual(
      [related.userId, above.userId].sort(),
    );
  });

  it('STR-06 TAG-01 PRO-05 shows people with their picture wherever they are assigned or chosen', async () => {
    const related = await aPerson(server, 'user', organisation);
    const { imageUrl } = (
      await related.post('/image/update', { imageBase64: await asBase64(aPicture(256).jpeg()) })
    ).expect(200) as {
      imageUrl: string;
    };
    const shop = await aStructure(server, admin, 'Shop', { related });
    const tag = (await admin.post('/tags', { name: 'Hers' })).expect(201) as { id: string };
    (await admin.put(`/tags/${tag.id}`, { relatedUsers: [related.userId] })).expect(200);
    const shown = { id: related.userId, imageUrl };
    expect((await admin.get(`/structures/${shop}`)).body).toMatchObject({ relatedUsers: [shown], users: [shown] });
    expect((await admin.get(`/tags/${tag.id}`)).body.relatedUsers).toMatchObject([shown]);
    expect((await admin.get(`/structures/people?q=${related.email}`)).body['hydra:member']).toMatchObject([shown]);
    expect((await server.web.server.inject({ url: imageUrl })).statusCode).toBe(200);
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

  it('accepts a name of 255 characters, and answers with Location, ETag and history', async () => {
    const answer = await admin.post('/structures', { name: 'é'.repeat(255) });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ location: `/api/structures/${answer.body.id}`, etag: '"1"' });
    expect(await eventsOf(admin, `structure/${answer.body.id}`)).toMatchObject([{ typeEvent: 'creation' }]);
  });

  it('changes only the fields sent, and API-06 refuses a change based on a stale version', async () => {
    const { region, town } = await aTree(server, admin);
    const before = (await admin.get(`/structures/${town}`)).body;
    const after = (
      await admin.put(`/structures/${town}`, { name: 'City' }, { 'if-match': `"${before.version}"` })
    ).expect(200) as Structure;
    expect(after).toMatchObject({ name: 'City', parent: `/api/structures/${region}`, version: before.version + 1 });
    expect(
      (await admin.put(`/structures/${town}`, { name: 'Late' }, { 'if-match': `"${before.version}"` })).status,
    ).toBe(412);
    expect((await admin.put(`/structures/${town}`, { name: 'City' })).body.version).toBe(before.version + 1);
    expect((await eventsOf(admin, `structure/${town}`))[0]).toMatchObject({ typeEvent: 'update', fields: ['name'] });
  });

  it('refuses as parent the structure itself and whatever is below it', async () => {
    const { region, town, shop } = await aTree(server, admin);
    for (const parent of [region, town, shop])
      expect(keysOf((await admin.put(`/structures/${region}`, { parent })).body)).toEqual([
        'parent custom.structures.cycle',
      ]);
    expect((await admin.put(`/structures/${shop}`, { parent: region })).body).toMatchObject({
      depth: 1,
      path: ['Region', 'Shop'],
    });
  });

  it('limits the tree to 32 levels, for new structures and for moved branches', async () => {
    const ids: string[] = [];
    for (let level = 1; level <= 32; level += 1)
      ids.push((await makeStructure(admin, { name: `Level ${level}`, parent: ids.at(-1) ?? null })).id);
    const tooDeep = await admin.post('/structures', { name: 'Level 33', parent: ids[31] });
    expect(tooDeep.body.violations[0]).toMatchObject({
      propertyPath: 'parent',
      key: 'custom.structures.tooDeep',
      args: { max: 32 },
    });
    const { region } = await aTree(server, admin);
    expect(keysOf((await admin.put(`/structures/${region}`, { parent: ids[29] })).body)).toEqual([
      'parent custom.structures.tooDeep',
    ]);
    expect((await admin.put(`/structures/${region}`, { parent: ids[28] })).status).toBe(200);
  });

  it('never creates a cycle, however many people move structures at once', async () => {
    const owner = await anAdminOfNew(server);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await makeStructure(owner, { name: `Node ${index}` })).id);
    const moves = ids.flatMap((id) => ids.map((parent) => ({ id, parent }))).sort(() => Math.random() - 0.5);
    const answers = await Promise.all(moves.map(({ id, parent }) => owner.put(`/structures/${id}`, { parent })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect((await owner.get('/structures?itemsPerPage=500')).body['hydra:totalItems']).toBe(5);
  });

  it('keeps a forest through any sequence of moves', async () => {
    const owner = await anAdminOfNew(server);
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await makeStructure(owner, { name: `Node ${index}` })).id);
    const parents = new Map<string, string | null>(ids.map((id) => [id, null]));
    for (const { id, parent } of someMoves(ids, 150)) {
      const isAllowed = !isUnder(parents, parent, id);
      expect((await owner.put(`/structures/${id}`, { parent })).status, `${id} below ${parent}`).toBe(
        isAllowed ? 200 : 422,
      );
      if (isAllowed) parents.set(id, parent);
    }
    const list = (await owner.get('/structures?itemsPerPage=500')).body['hydra:member'] as {
      id: string;
      parent: string | null;
    }[];
    const iriOf = (id: string | null | undefined) => (id ? `/api/structures/${id}` : null);
    expect(new Map(list.map(({ id, parent }) => [id, parent]))).toEqual(
      new Map(ids.map((id) => [id, iriOf(parents.get(id))])),
    );
  });
});

/** The same moves in every run. */
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

it('STR-01 counts are correct and quick for 1,000 structures on twelve levels with 3,000 machines', async () => {
  const owner = await anAdminOfNew(server);
  const user = await aPerson(server, 'user', owner.organisationId, { without: partly });
  const ids = Array.from({ length: 1000 }, () => newId());
  // Chains of twelve under 83 tops, and four at the end.
  const parents = ids.map((_, index) => (index % 12 === 0 ? null : (ids[index - 1] ?? null)));
  await server.ownerQuery(
    `insert into structures (id, "organisationId", "parentId", name) select id, $1, parent, 'Place ' || n
      from unnest($2::uuid[], $3::uuid[]) with ordinality as one(id, parent, n)`,
    [owner.organisationId, ids, parents],
  );
  await server.ownerQuery(
    `with made as (insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, "structureId")
       select gen_random_uuid(), $1, 'Oven ' || n, 'Q-' || n, 'x', 'deck', ($2::uuid[])[1 + n % 1000]
         from generate_series(1, 3000) n returning id)
     insert into "machineStates" ("machineId", "organisationId") select id, $1 from made`,
    [owner.organisationId, ids],
  );
  await owner.put(`/structures/${ids[0]}/users`, { add: [user.userId] });
  const top = async (person: Person) => (await person.get('/structures?lvl=0')).expect(200);
  expect(await top(owner)).toMatchObject({
    'hydra:totalItems': 84,
    'hydra:member': Array.from({ length: 10 }, () => ({ nbMachine: 36 })),
  });
  expect(await top(user)).toMatchObject({ 'hydra:totalItems': 1, 'hydra:member': [{ id: ids[0], nbMachine: 36 }] });
  expect((await user.get(`/structures/${ids[11]}`)).body).toMatchObject({ depth: 11, nbMachine: 3 });
  expect((await owner.get('/structures?itemsPerPage=500&q=Place')).body).toMatchObject({ 'hydra:totalItems': 1000 });
});
