import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person, programFields } from '../testing/builders.ts';
import { openHouse, type TestHouse } from '../testing/openHouse.ts';

let house: TestHouse;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  house = await openHouse();
  organisation = await anOrganisation(house);
  admin = await aPerson(house, 'clientAdmin', organisation);
});
afterAll(() => house.close());

describe('MAC-02 a machine is entered', () => {
  it.each([
    [
      {},
      {
        name: 'ra.validation.required',
        serialNumber: 'ra.validation.required',
        pin: 'ra.validation.required',
        category: 'custom.validation.categoryBlank',
      },
    ],
    [{ name: 'n', serialNumber: 's', pin: '12345', category: 'deck' }, { pin: 'custom.validation.pin' }],
    [{ name: 'n', serialNumber: 's', pin: '12a4', category: 'deck' }, { pin: 'custom.validation.pin' }],
    [{ name: 'x'.repeat(256), serialNumber: 's', pin: '1234', category: 'deck' }, { name: 'ra.validation.maxLength' }],
    [{ name: 'n', serialNumber: 's', pin: '1234', category: 'toaster' }, { category: 'custom.validation.categoryBlank' }],
    [{ name: 'n', serialNumber: 'a\u0000b', pin: '1234', category: 'deck' }, { serialNumber: 'custom.validation.invalid' }],
    [{ name: 'n', serialNumber: 's', pin: '1234', category: 'deck', timezone: 'Moon/Base' }, { timezone: 'custom.validation.timezone' }],
    [{ name: 'n', serialNumber: 's', pin: '1234', category: 'deck', approved: true }, { approved: 'custom.validation.unknownField' }],
  ])('names field and rule of %j', async (body, expected) => {
    const answer = await admin.post('/machines', body);
    expect(answer.status).toBe(422);
    expect(Object.fromEntries(answer.body.violations.map((one: { propertyPath: string; key: string }) => [one.propertyPath, one.key]))).toEqual(
      expected,
    );
  });

  it('says the rule in the reader’s language', async () => {
    const french = await aPerson(house, 'clientAdmin', organisation, { language: 'FR' });
    const { violations } = (await french.post('/machines', { name: 'n', serialNumber: 's', pin: '1', category: 'deck' })).body;
    expect(violations[0].message).toBe('Doit contenir 4 chiffres');
  });

  it('never shows the pin again, and keeps a serial number once per organisation', async () => {
    const machine = await aMachine(admin, { serialNumber: 'FS-1', pin: '4711' });
    for (const path of [`/machines/${machine.id}`, '/machines', `/history/machine/${machine.id}/full`])
      expect(JSON.stringify((await admin.get(path)).body)).not.toMatch(/4711|pinHash/);
    expect((await admin.post('/machines', { name: 'again', serialNumber: 'FS-1', pin: '1234', category: 'deck' })).body.violations[0]).toMatchObject({
      propertyPath: 'serialNumber',
      key: 'custom.validation.taken',
    });
    const elsewhere = await aPerson(house, 'clientAdmin', await anOrganisation(house));
    expect((await elsewhere.post('/machines', { name: 'mine', serialNumber: 'FS-1', pin: '1234', category: 'deck' })).status).toBe(201);
  });

  it('writes who did it to the history (HIS-01, HIS-02)', async () => {
    const machine = await aMachine(admin);
    await admin.put(`/machines/${machine.id}`, { name: 'Renamed', description: 'by the door' });
    const events = (await admin.get(`/history/machine/${machine.id}/full`)).body['hydra:member'];
    expect(events.map((one: { typeEvent: string }) => one.typeEvent)).toEqual(['update', 'creation']);
    expect(events[0]).toMatchObject({
      originId: machine.id,
      originName: 'Renamed',
      fields: ['name', 'description'],
      actionner: { id: admin.userId },
    });
  });
});

describe('MAC-05 the switches', () => {
  it('need rights of their own', async () => {
    const machine = await aMachine(admin);
    const without = (...rights: Right[]) => aPerson(house, 'user', organisation, { without: rights });
    const noSwitches = await without('ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_ACTIVATE_ACTION');
    expect((await noSwitches.put(`/machines/${machine.id}`, { active: false })).status).toBe(403);
    expect((await noSwitches.put(`/machines/${machine.id}`, { approved: true })).status).toBe(403);
    expect((await noSwitches.put(`/machines/${machine.id}`, { name: 'fine' })).status).toBe(200);
    const onlySwitches = await without('ROLE_MACHINE_EDITOR');
    expect((await onlySwitches.put(`/machines/${machine.id}`, { active: false })).body.active).toBe(false);
    expect((await onlySwitches.put(`/machines/${machine.id}`, { name: 'no' })).status).toBe(403);
  });

  it('approves only what has paired', async () => {
    const machine = await aMachine(admin);
    expect((await admin.put(`/machines/${machine.id}`, { approved: true })).body).toMatchObject({ status: 409, detail: 'Not paired yet' });
  });

  it('refuses an edit of what someone else has changed meanwhile', async () => {
    const machine = await aMachine(admin);
    expect((await admin.put(`/machines/${machine.id}`, { name: 'first' }, { 'if-match': `"${machine.version}"` })).status).toBe(200);
    expect((await admin.put(`/machines/${machine.id}`, { name: 'second' }, { 'if-match': `"${machine.version}"` })).status).toBe(412);
    expect((await admin.get(`/machines/${machine.id}`)).body.name).toBe('first');
  });
});

describe('MAC-01 the list', () => {
  it('sorts names as people do, thirty to a page, with the first three programs and a count', async () => {
    const mine = await aPerson(house, 'clientAdmin', await anOrganisation(house));
    for (const number of [10, 2, 1]) await aMachine(mine, { name: `Four ${number}` });
    const programs = await Promise.all(Array.from({ length: 4 }, () => aProgram(mine)));
    const list = async (query = '') => (await mine.get(`/machines${query}`)).body;
    const [first] = (await list())['hydra:member'];
    expect((await list())['hydra:member'].map((one: { name: string }) => one.name)).toEqual(['Four 1', 'Four 2', 'Four 10']);
    await mine.post('/programMachines/bulk', { machines: [first.id], programs: programs.map((one) => one.id) });
    const [again] = (await list('?q=four%201&itemsPerPage=1'))['hydra:member'];
    expect(again.programs.map((one: { id: string }) => one.id)).toEqual(programs.slice(0, 3).map((one) => one.id));
    expect(again.programCount).toBe(4);
    expect((await list('?q=%25'))['hydra:totalItems']).toBe(0);
    expect((await list('?itemsPerPage=2&page=2'))['hydra:view']).toMatchObject({
      'hydra:previous': expect.stringContaining('page=1'),
      'hydra:last': expect.stringContaining('page=2'),
    });
  });

  it('API-01 answers JSON-LD that a Hydra client can follow', async () => {
    const answer = await admin.get('/machines');
    expect(answer.headers['content-type']).toContain('application/ld+json');
    expect(answer.headers['link']).toContain('apiDocumentation');
    expect(answer.body).toMatchObject({
      '@context': '/api/contexts/Machine',
      '@type': 'hydra:Collection',
      'hydra:view': { '@type': 'hydra:PartialCollectionView' },
    });
    expect((await admin.get('/')).body).toMatchObject({ '@type': 'Entrypoint', machine: '/api/machines' });
    expect((await admin.get('/contexts/Machine')).body['@context'].name).toBe('Machine/name');
    const docs = (await admin.get('/docs.jsonld')).body;
    expect(docs['hydra:supportedClass'].map((one: { '@id': string }) => one['@id'])).toContain('#Machine');
  });

  it('API-03 answers unknown paths and ids alike, in problem+json', async () => {
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

describe('API-02 a list takes only what it knows', () => {
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
  ])('answers 400 and names what is wrong with %s', async (query) => {
    const answer = await admin.get(`/machines${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.violations[0].propertyPath).toBe(/\?([^=]*)=/.exec(query)?.[1]);
  });
});

describe('RGT-05 who sees which machines', () => {
  test('a related user sees the structure and all below it, and what lies in it, in every call', async () => {
    const org = await anOrganisation(house);
    const boss = await aPerson(house, 'clientAdmin', org);
    const user = await aPerson(house, 'user', org, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'] });
    const region = await aStructure(house, boss, 'Region', { related: user });
    const shop = await aStructure(house, boss, 'Shop', { parentId: region });
    const other = await aStructure(house, boss, 'Elsewhere');
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
    expect((await user.get('/structures')).body['hydra:member'].map((one: { name: string; nbMachine: number }) => [one.name, one.nbMachine])).toEqual(
      [
        ['Region', 2],
        ['Shop', 1],
      ],
    );
    // A machine put where the user does not look, or nowhere, would be lost to them: refused.
    expect((await user.post('/machines', { name: 'x', serialNumber: 'q', pin: '1234', category: 'deck' })).body.violations[0].propertyPath).toBe(
      'structure',
    );
    expect(
      (await user.post('/machines', { name: 'x', serialNumber: 'q', pin: '1234', category: 'deck', structure: other })).body.violations[0]
        .propertyPath,
    ).toBe('structure');
    expect((await user.put(`/machines/${inRegion.id}`, { structure: other })).status).toBe(422);
    // A history names nothing that its reader does not see.
    const program = await aProgram(boss);
    await boss.post('/programMachines/bulk', { machines: [inShop.id, elsewhere.id], programs: [program.id] });
    const told = (await user.get(`/history/program/${program.id}/full`)).body['hydra:member'].map(
      (one: { targetName: string | null; targetId: string | null }) => [one.targetName, one.targetId],
    );
    expect(told).toContainEqual(['B', inShop.id]);
    expect(JSON.stringify(told)).not.toContain(elsewhere.id);
    expect(told).toContainEqual(['…', null]);
    const total = await aPerson(house, 'user', org, { without: ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'] });
    expect(await names(total)).toEqual(['A', 'B', 'C']);
    const everything = await aPerson(house, 'user', org);
    expect(await names(everything)).toEqual(['A', 'B', 'C', 'D']);
  });
});

describe('PRG-05 programs on machines', () => {
  it('go only to machines of their category, and once', async () => {
    const machine = await aMachine(admin, { category: 'rack' });
    const [bread, croissant] = [await aProgram(admin), await aProgram(admin, { category: 'rack' })];
    expect((await admin.post('/programMachines', { machine: machine.id, program: bread.id })).body.violations[0]).toMatchObject({
      propertyPath: 'program',
      key: 'custom.validation.otherCategory',
    });
    expect((await admin.post('/programMachines', { machine: machine.id, program: croissant.id })).status).toBe(201);
    expect((await admin.post('/programMachines', { machine: machine.id, program: croissant.id })).status).toBe(409);
    const bulk = (await admin.post('/programMachines/bulk', { machines: [machine.id], programs: [bread.id, croissant.id] })).body;
    expect(bulk).toMatchObject({ installed: 0, alreadyThere: 1, refused: [{ machine: machine.id, program: bread.id }] });
  });

  it('move one step; positions stay 1 to n whatever happens at once', async () => {
    const machine = await aMachine(admin);
    const programs = await Promise.all(Array.from({ length: 5 }, () => aProgram(admin)));
    await admin.post('/programMachines/bulk', { machines: [machine.id], programs: programs.map((one) => one.id) });
    const links = async () =>
      (await admin.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'] as { id: string; position: number; program: { id: string } }[];
    const [first, second] = await links();
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 0 })).status).toBe(422);
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 3 })).status).toBe(400);
    expect((await admin.put(`/programMachines/${second?.id}`, { position: 1 })).body.position).toBe(1);
    const now = await links();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.put(`/programMachines/${now[index % 5]?.id}`, { position: (now[index % 5]?.position ?? 1) + (index % 2 ? 1 : -1) }),
      ),
    );
    await admin.delete(`/programMachines/${now[2]?.id}`);
    expect((await links()).map((one) => one.position)).toEqual([1, 2, 3, 4]);
  });

  it('close the gap when a program is deleted', async () => {
    const machine = await aMachine(admin);
    const programs = await Promise.all(Array.from({ length: 3 }, () => aProgram(admin)));
    await admin.post('/programMachines/bulk', { machines: [machine.id], programs: programs.map((one) => one.id) });
    expect((await admin.delete(`/programs/${programs[1]?.id}`)).status).toBe(204);
    const links = (await admin.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'];
    expect(links.map((one: { position: number; program: { id: string } }) => [one.position, one.program.id])).toEqual([
      [1, programs[0]?.id],
      [2, programs[2]?.id],
    ]);
  });

  it('never answer 500 when installs, removals and edits of one program meet', async () => {
    const machines = await Promise.all(Array.from({ length: 4 }, () => aMachine(admin)));
    const program = await aProgram(admin);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const machine = machines[index % 4]?.id ?? '';
        if (index % 3 === 0) return (await admin.put(`/programs/${program.id}`, { name: `Name ${index}` })).status;
        if (index % 3 === 1)
          return (await admin.post('/programMachines/bulk', { machines: machines.map((one) => one.id), programs: [program.id] })).status;
        const [link] = (await admin.get(`/programMachines?machine=${machine}`)).body['hydra:member'];
        return link ? (await admin.delete(`/programMachines/${link.id}`)).status : 204;
      }),
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('leave install and uninstall in both histories (HIS-01)', async () => {
    const machine = await aMachine(admin, { name: 'Four 3' });
    const program = await aProgram(admin, { name: 'Baguette' });
    const link = (await admin.post('/programMachines', { machine: machine.id, program: program.id })).body;
    await admin.delete(`/programMachines/${link.id}`);
    for (const path of [`/history/machine/${machine.id}/full`, `/history/program/${program.id}/full`]) {
      const types = (await admin.get(path)).body['hydra:member'].map((one: { typeEvent: string; originName: string; targetName: string }) => [
        one.typeEvent,
        one.originName,
        one.targetName,
      ]);
      expect(types).toContainEqual(['install', 'Baguette', 'Four 3']);
      expect(types).toContainEqual(['uninstall', 'Baguette', 'Four 3']);
    }
  });

  it('need the right to install', async () => {
    const user = await aPerson(house, 'user', organisation, { without: ['ROLE_MACHINE_INSTALL_PROGRAM'] });
    const [machine, program] = [await aMachine(admin), await aProgram(admin)];
    expect((await user.post('/programMachines', { machine: machine.id, program: program.id })).status).toBe(403);
  });
});

test('MAC-06 deleting keeps or destroys the programs that stand nowhere else', async () => {
  const [one, other] = [await aMachine(admin), await aMachine(admin)];
  const [onlyHere, onBoth] = [await aProgram(admin), await aProgram(admin)];
  await admin.post('/programMachines/bulk', { machines: [one.id], programs: [onlyHere.id, onBoth.id] });
  await admin.post('/programMachines/bulk', { machines: [other.id], programs: [onBoth.id] });
  for (const bad of ['', '?deletePrograms=2', '?deletePrograms=true']) expect((await admin.delete(`/machines/${one.id}${bad}`)).status).toBe(400);
  expect((await admin.delete(`/machines/${one.id}?deletePrograms=1`)).status).toBe(204);
  expect((await admin.delete(`/machines/${one.id}?deletePrograms=1`)).status).toBe(404);
  expect((await admin.get(`/programs/${onlyHere.id}`)).status).toBe(404);
  expect((await admin.get(`/programs/${onBoth.id}`)).status).toBe(200);
  expect(programFields().category).toBe('deck');
});
