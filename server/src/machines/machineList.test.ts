import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, install, type Person } from '../testing/builders.ts';
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

async function aFault(owner: Person, machineId: string, code: string, start: string, end: string | null) {
  await server.ownerQuery(
    `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
      values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [machineId, owner.organisationId, code, start, end],
  );
}

describe('MAC-01 the list of machines', () => {
  it('sorts names as people do, has thirty to a page, and names the first three programs with a count', async () => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const number of [10, 2, 1]) await aMachine(mine, { name: `Four ${number}` });
    const programs = await Promise.all(Array.from({ length: 4 }, () => aProgram(mine)));
    const list = async (query = '') => (await mine.get(`/machines${query}`)).body;
    const [first] = (await list())['hydra:member'];
    expect((await list())['hydra:member'].map((one: { name: string }) => one.name)).toEqual([
      'Four 1',
      'Four 2',
      'Four 10',
    ]);
    await install(
      mine,
      [first.id],
      programs.map((one) => one.id),
    );
    const [again] = (await list('?q=four%201&itemsPerPage=1'))['hydra:member'];
    expect(again.programs.map((one: { id: string }) => one.id)).toEqual(programs.slice(0, 3).map((one) => one.id));
    expect(again.programCount).toBe(4);
    expect((await list('?q=%25'))['hydra:totalItems']).toBe(0);
    expect((await list('?itemsPerPage=2&page=2'))['hydra:view']).toMatchObject({
      'hydra:previous': expect.stringContaining('page=1'),
      'hydra:last': expect.stringContaining('page=2'),
    });
  });

  it('PRG-05 lists those on which a program is installed, and those of its category on which it is not', async () => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const [held] = [await aMachine(mine, { name: 'held' }), await aMachine(mine, { name: 'other' })];
    await aMachine(mine, { name: 'of another category', category: 'rack' });
    const { id } = await aProgram(mine);
    await install(mine, [held?.id], [id]);
    const names = async (query: string) =>
      (await mine.get(`/machines?category=deck&${query}`)).body['hydra:member'].map(
        (one: { name: string }) => one.name,
      );
    expect(await names(`programs=${id}`)).toEqual(['held']);
    expect(await names(`withoutProgram=${id}`)).toEqual(['other']);
    expect((await mine.get(`/machines/counts?withoutProgram=${id}`)).body.total).toBe(2);
    expect((await mine.get('/machines?withoutProgram=rye')).status).toBe(400);
  });

  it.each([
    ['EN', ['combi', 'convection', 'deck', 'pizza', 'proofer', 'rack']],
    ['FR', ['proofer', 'pizza', 'deck', 'combi', 'rack', 'convection']],
  ])('MAC-01 like other lists, sorts categories by their names in %s', async (countryCode, expected) => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    (await mine.put('/profile', { countryCode })).expect(200);
    for (const category of ['deck', 'rack', 'convection', 'combi', 'pizza', 'proofer']) {
      await aMachine(mine, { category });
      const { id } = await aProgram(mine, { category });
      (await mine.post('/menus', { name: category, category, programs: [id], places: [] })).expect(201);
    }
    for (const list of ['machines', 'programs', 'menus', 'models']) {
      const { body } = await mine.get(`/${list}?order[categoryName]=asc&itemsPerPage=100`);
      const codes = body['hydra:member'].map(({ category }: { category: string }) => category);
      expect([list, [...new Set(codes)]]).toEqual([list, expected.filter((code) => codes.includes(code))]);
      expect(codes).toEqual([...codes].sort((a, b) => expected.indexOf(a) - expected.indexOf(b)));
    }
  });

  it('MAC-01 sorts by the state that it shows, and within one by when the machine connected or left', async () => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const states = {
      paired: '"pairedAt" = now(), approved = true',
      notApproved: '"pairedAt" = now(), approved = false',
      inactive: '"pairedAt" = now(), approved = true, active = false',
      notPaired: '"pairedAt" = null',
    };
    const since = (hours: number) => `"connectionSince" = now() - interval '${hours} hours'`;
    const machines: [string, keyof typeof states, string][] = [
      ['inactive', 'inactive', 'connected = true'],
      ['away later', 'paired', `connected = false, ${since(1)}`],
      ['not paired', 'notPaired', 'connected = false'],
      ['connected', 'paired', 'connected = true'],
      ['not approved', 'notApproved', 'connected = true, "openErrorCount" = 1'],
      ['away', 'paired', `connected = false, "openErrorCount" = 1, ${since(2)}`],
      ['failing', 'paired', 'connected = true, "openErrorCount" = 2'],
    ];
    for (const [name, state, reported] of machines) {
      const { id } = await aMachine(mine, { name });
      await server.ownerQuery(`update machines set ${states[state]} where id = $1`, [id]);
      await server.ownerQuery(`update "machineStates" set ${reported} where "machineId" = $1`, [id]);
    }
    const sorted = async (direction: string) => {
      const { body } = await mine.get(`/machines?order[state]=${direction}`);
      return body['hydra:member'].map(({ name }: { name: string }) => name);
    };
    const expected = ['failing', 'connected', 'away', 'away later', 'not approved', 'not paired', 'inactive'];
    expect(await sorted('asc')).toEqual(expected);
    expect(await sorted('desc')).toEqual(expected.toReversed());
  });

  it('sorts by the newest fault, and finds the machines that had one in a period', async () => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const [name, code, start, end, open] of [
      ['never', null, null, null, 0],
      ['old', 'E01', '2026-01-01T02:00:00Z', '2026-01-01T03:00:00Z', 0],
      ['ended in the night', 'E02', '2026-01-09T21:00:00Z', '2026-01-10T01:00:00Z', 0],
      ['began in the night', 'E03', '2026-01-10T02:12:00Z', '2026-01-10T02:20:00Z', 0],
      ['lasts', 'E06', '2026-01-05T00:00:00Z', null, 1],
    ] as const) {
      const { id } = await aMachine(mine, { name });
      await server.ownerQuery(
        `update "machineStates" set "lastErrorCode" = $2, "lastErrorStart" = $3, "lastErrorEnd" = $4,
          "openErrorCount" = $5 where "machineId" = $1`,
        [id, code, start, end, open],
      );
      if (code) await aFault(mine, id, code, start, end);
      // An earlier fault, which the machine's newest one hides in its state.
      if (name === 'lasts') await aFault(mine, id, 'E01', '2026-01-04T19:00:00Z', '2026-01-04T20:00:00Z');
    }
    const names = async (query: string) =>
      (await mine.get(`/machines?${query}`)).body['hydra:member'].map(({ name }: { name: string }) => name);
    const expected = ['began in the night', 'ended in the night', 'lasts', 'old', 'never'];
    expect(await names('order[lastFaultAt]=desc')).toEqual(expected);
    expect(await names('order[lastFaultAt]=asc')).toEqual(expected.toReversed());
    expect(await names('faultsSince=2026-01-10T00:00:00Z')).toEqual([
      'began in the night',
      'ended in the night',
      'lasts',
    ]);
    expect((await mine.get('/machines/counts?faultsSince=2026-01-10T02:00:00Z')).body.total).toBe(2);
    expect(await names('faultsSince=2026-01-09T18:00:00Z&faultsUntil=2026-01-10T02:12:00Z')).toEqual([
      'ended in the night',
      'lasts',
    ]);
    expect(await names('faultsSince=2026-01-04T18:00:00Z&faultsUntil=2026-01-04T23:00:00Z')).toEqual(['lasts']);
    expect(await names('faultsUntil=2026-01-04T00:00:00Z')).toEqual(['old']);
    for (const filter of ['faultsSince', 'faultsUntil'])
      expect((await mine.get(`/machines?${filter}=yesterday`)).status).toBe(400);
  });

  it.each([
    ['machines', ['state', 'serialNumber', 'programCount', 'connectedSince'], 'ROLE_MACHINE_ACCESS'],
    ['tags', ['description', 'programCount'], 'ROLE_TAG_ACCESS'],
  ] as const)(
    'INT-01 %s are sorted by a field that the reader may not see as if it were empty',
    async (list, fields, without) => {
      const picker = await aPerson(server, 'user', organisation, { without: [without] });
      for (const field of fields)
        for (const direction of ['asc', 'desc'])
          expect([field, (await picker.get(`/${list}?order[${field}]=${direction}`)).status]).toEqual([field, 200]);
    },
  );

  it('API-01 is JSON-LD that a Hydra client can follow', async () => {
    const answer = await admin.get('/machines');
    expect(answer.headers['content-type']).toContain('application/ld+json');
    expect(answer.headers['link']).toContain('apiDocumentation');
    expect(answer.body).toMatchObject({
      '@context': '/api/contexts/Machine',
      '@type': 'hydra:Collection',
      'hydra:view': { '@type': 'hydra:PartialCollectionView' },
    });
    expect((await admin.get('/')).body).toMatchObject({ '@type': 'Entrypoint', machine: '/api/machines' });
    expect((await admin.get('/contexts/Machine')).body['@context'].name).toBe('https://schema.org/name');
    const docs = (await admin.get('/docs.jsonld')).body;
    expect(docs['hydra:supportedClass'].map((one: { '@id': string }) => one['@id'])).toContain('#Machine');
  });

  it('API-03 and other calls answer an unknown path or id the same, in problem+json', async () => {
    for (const path of [
      '/machines/1',
      '/machines/1e0',
      '/machines/%00',
      '/machines/0199e1f4-0000-7000-8000-000000000000',
      '/nowhere',
      '/machines/..%2f..%2fetc',
    ]) {
      const answer = await admin.get(path);
      expect(answer.status, path).toBe(404);
      expect(answer.body.detail).toBe('404, not found.');
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
  });
});

describe('MAC-01 the stored total of machines', () => {
  const totalOf = async (person: Person, query = '') =>
    (await person.get(`/machines?itemsPerPage=1${query}`)).body['hydra:totalItems'];

  it('equals a count after creations, refusals and deletions, and excludes other organisations', async () => {
    const org = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', org);
    const other = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect(await totalOf(boss)).toBe(0);
    const made = await Promise.all(Array.from({ length: 20 }, () => aMachine(boss)));
    await aMachine(other);
    const twice = { name: 'Again', serialNumber: made[0]?.serialNumber, pin: '1234', category: 'deck' };
    expect((await boss.post('/machines', twice)).status).toBe(422);
    expect(await totalOf(boss)).toBe(20);
    await Promise.all(made.slice(0, 3).map(({ id }) => boss.delete(`/machines/${id}?deletePrograms=0`)));
    expect([await totalOf(boss), await totalOf(boss, '&q=%20'), await totalOf(other)]).toEqual([17, 17, 1]);
  });

  it('allows the last pages to be read from the end, in the same order', async () => {
    const org = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', org);
    await server.ownerQuery(
      `with made as (
         insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
         select gen_random_uuid(), $1, 'Oven ' || n, 'far-' || n, '', 'deck' from generate_series(1, 6004) n
           returning id, "organisationId")
       insert into "machineStates" ("machineId", "organisationId") select id, "organisationId" from made`,
      [org],
    );
    const names = async (query: string) => {
      const { body } = await boss.get(`/machines?${query}`);
      return [body['hydra:totalItems'], ...body['hydra:member'].map(({ name }: { name: string }) => name)];
    };
    expect(await names('itemsPerPage=10&page=601')).toEqual([6004, 'Oven 6001', 'Oven 6002', 'Oven 6003', 'Oven 6004']);
    expect(await names('itemsPerPage=2&page=3001')).toEqual([6004, 'Oven 6001', 'Oven 6002']);
    expect(await names('itemsPerPage=2&page=3001&order[name]=desc')).toEqual([6004, 'Oven 4', 'Oven 3']);
    expect(await names('itemsPerPage=10&page=602')).toEqual([6004]);
  });

  it('counts only what the reader sees', async () => {
    const org = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', org);
    const withoutLoose = await aPerson(server, 'user', org, { without: ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'] });
    const everything = await aPerson(server, 'user', org);
    await aMachine(boss, { structure: await aStructure(server, boss, 'Shop') });
    await aMachine(boss);
    expect([await totalOf(boss), await totalOf(everything), await totalOf(withoutLoose)]).toEqual([2, 2, 1]);
  });
});

describe('API-02 the filters of a list', () => {
  it.each([
    '?q=%00',
    '?colour=red',
    '?order[pinHash]=asc',
    '?order[name]=asc;drop',
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?itemsPerPage=501',
    '?itemsPerPage=NaN',
    '?approved=perhaps',
    '?category=toaster',
    '?structure=1',
    '?order[__proto__]=asc',
    '?order[(select pg_sleep(5))]=asc',
  ])('answer 400 and name what is wrong with %s', async (query) => {
    const answer = await admin.get(`/machines${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.violations[0].propertyPath).toBe(/\?([^=]*)=/.exec(query)?.[1]);
  });
});

describe('RGT-05 the machines that a user sees', () => {
  test('are those of the assigned structure and all below it, in every call', async () => {
    const org = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', org);
    const user = await aPerson(server, 'user', org, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const region = await aStructure(server, boss, 'Region', { related: user });
    const shop = await aStructure(server, boss, 'Shop', { parentId: region });
    const other = await aStructure(server, boss, 'Elsewhere');
    const [inRegion, inShop, elsewhere, loose] = [
      await aMachine(boss, { name: 'A', structure: region }),
      await aMachine(boss, { name: 'B', structure: shop }),
      await aMachine(boss, { name: 'C', structure: other }),
      await aMachine(boss, { name: 'D' }),
    ];
    const names = async (person: Person, query = '') =>
      (await person.get(`/machines${query}`)).body['hydra:member'].map((one: { name: string }) => one.name);
    expect(await names(user)).toEqual(['A', 'B']);
    expect((await user.get('/machines/counts')).body.total).toBe(2);
    expect((await user.get('/home')).body.machines).toBe(2);
    expect(await names(user, `?structure=${other}`)).toEqual([]);
    expect(await names(boss, `?structure=${region}`)).toEqual(['A', 'B']);
    // Nor does a filter by a hidden structure reveal that a visible one is below it.
    const above = await aStructure(server, boss, 'Above');
    (await boss.put(`/structures/${region}`, { parent: above })).expect(200);
    expect([await names(boss, `?structure=${above}`), await names(user, `?structure=${above}`)]).toEqual([
      ['A', 'B'],
      [],
    ]);
    for (const hidden of [elsewhere, loose]) {
      for (const path of [
        `/machines/${hidden.id}`,
        `/machines/${hidden.id}/errors`,
        `/machines/${hidden.id}/activities`,
        `/machines/${hidden.id}/readings`,
        `/history/machine/${hidden.id}/full`,
      ]) {
        expect((await user.get(path)).status, path).toBe(404);
      }
      expect((await user.put(`/machines/${hidden.id}`, { name: 'x' })).status).toBe(404);
      expect((await user.post(`/machines/${hidden.id}/connect`)).status).toBe(404);
      expect((await user.get(`/programMachines?machine=${hidden.id}`)).body['hydra:totalItems']).toBe(0);
    }
    expect((await user.get(`/machines/${inShop.id}`)).status).toBe(200);
    expect(
      (await user.get('/structures')).body['hydra:member'].map((one: { name: string; nbMachine: number }) => [
        one.name,
        one.nbMachine,
      ]),
    ).toEqual([
      ['Region', 2],
      ['Shop', 1],
    ]);
    // Moving a machine out of the structures that the user sees is refused.
    expect(
      (await user.post('/machines', { name: 'x', serialNumber: 'q', pin: '1234', category: 'deck' })).body.violations[0]
        .propertyPath,
    ).toBe('structure');
    expect(
      (await user.post('/machines', { name: 'x', serialNumber: 'q', pin: '1234', category: 'deck', structure: other }))
        .body.violations[0].propertyPath,
    ).toBe('structure');
    expect((await user.put(`/machines/${inRegion.id}`, { structure: other })).status).toBe(422);
    // A history does not name records that its reader does not see.
    const program = await aProgram(boss);
    await install(boss, [inShop.id, elsewhere.id], [program.id]);
    const told = (await user.get(`/history/program/${program.id}/full`)).body['hydra:member'].map(
      (one: { targetName: string | null; targetId: string | null }) => [one.targetName, one.targetId],
    );
    expect(told).toContainEqual(['B', inShop.id]);
    expect(JSON.stringify(told)).not.toContain(elsewhere.id);
    expect(told).toContainEqual(['…', null]);
    const total = await aPerson(server, 'user', org, { without: ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'] });
    expect(await names(total)).toEqual(['A', 'B', 'C']);
    const everything = await aPerson(server, 'user', org);
    expect(await names(everything)).toEqual(['A', 'B', 'C', 'D']);
  });
});
