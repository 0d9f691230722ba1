import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let organisation: string;
const lists = [
  'tags',
  'structures',
  'programs',
  'machines',
  'programMachines',
  'users',
  'categories',
  'phase_group_types',
];

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  await aPerson(server, 'user', organisation);
  const tags = [
    await admin.post('/tags', { name: 'Rye', description: 'dark' }),
    await admin.post('/tags', { name: 'A' }),
  ];
  const lyon = (await admin.post('/structures', { name: 'Lyon' })).body;
  await admin.post('/structures', { name: 'Shop', parent: lyon.id, userInCharge: admin.userId });
  const approved = await aProgram(admin, { tags: [tags[0]?.body.id], approved: true });
  const waiting = await aProgram(admin, { name: 'Waiting', description: 'not yet' });
  for (const structure of [lyon.id, null]) {
    const machine = await aMachine(admin, { structure });
    for (const program of [approved, waiting])
      (await admin.post('/programMachines', { machine: machine.id, program: program.id })).expect(201);
  }
});
afterAll(() => server.close());

type Item = Record<string, unknown> & { id: string };
const itemsOf = async (path: string): Promise<Item[]> =>
  ((await admin.get(path)).expect(200) as { 'hydra:member': Item[] })['hydra:member'];
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const shownScalars = (items: Item[]) => [
  ...new Set(items.flatMap((item) => Object.keys(item).filter((key) => !key.startsWith('@') && isScalar(item[key])))),
];

describe.each(lists)('INT-01 the list of %s', (list) => {
  it('is sorted by each field that it shows, in both directions and either case', async () => {
    const all = await itemsOf(`/${list}`);
    const numeric = (value: unknown) =>
      typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null;
    for (const field of shownScalars(all)) {
      const upwards = await itemsOf(`/${list}?order[${field}]=ASC`);
      const downwards = await itemsOf(`/${list}?order[${field}]=desc`);
      expect(upwards.map(({ id }) => id).sort(), field).toEqual(all.map(({ id }) => id).sort());
      const known = (items: Item[]) => items.map((item) => item[field]).filter((value) => value !== null);
      expect(known(downwards), field).toEqual(known(upwards).reverse());
      const numbers = known(upwards).map(numeric);
      if (numbers.every((one) => one !== null)) expect(numbers, field).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it('is filtered by each field that it shows, and finds what has this value', async () => {
    const all = await itemsOf(`/${list}`);
    for (const field of shownScalars(all)) {
      for (const value of new Set(all.map((item) => item[field]).filter(isScalar))) {
        const found = await itemsOf(`/${list}?${field}=${encodeURIComponent(String(value))}`);
        // `structure` of machines includes those below it, and the model's name is that of several codes.
        const expected = all.filter((item) => item[field] === value).map(({ id }) => id);
        expect(found.map(({ id }) => id).sort(), `${field}=${value}`).toEqual(expected.sort());
      }
    }
  });

  it('takes several ids in each way that clients write lists, addresses too', async () => {
    const [one, other] = (await itemsOf(`/${list}`)) as [Item, Item];
    for (const query of [
      `id=${one.id}&id=${other.id}`,
      `id[]=${one.id}&id[]=${other.id}`,
      ...(list.includes('categories') || list.includes('phase')
        ? []
        : [`id[0]=/api/${list}/${one.id}&id[1]=/api/${list}/${other.id}`]),
    ])
      expect((await itemsOf(`/${list}?${query}`)).map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
  });

  it('describes its parameters to clients that accept JSON-LD, and each of them works', async () => {
    expect((await admin.get(`/${list}`)).body['hydra:search']).toBeUndefined();
    const { body } = await admin.get(`/${list}`, { accept: 'application/ld+json' });
    const variables: string[] = body['hydra:search']['hydra:mapping'].map((one: { variable: string }) => one.variable);
    expect(variables).toContain('order[id]');
    for (const variable of variables.filter((one) => one.startsWith('order[')))
      expect((await admin.get(`/${list}?${variable}=asc`)).status, variable).toBe(200);
  });

  it('names unknown fields, wrong values and unknown orders', async () => {
    const answer = await admin.get(`/${list}?colour=red&order[colour]=asc&page=x`);
    expect([
      answer.status,
      answer.body.violations.map((one: { propertyPath: string }) => one.propertyPath).sort(),
    ]).toEqual([400, ['colour', 'order[colour]', 'page']]);
  });

  it('has a view of an empty page that leads back to the last one', async () => {
    const beyond = (await admin.get(`/${list}?page=50`)).body;
    expect([beyond['hydra:member'], beyond['hydra:view']]).toEqual([
      [],
      expect.objectContaining({ 'hydra:previous': `/api/${list}?page=1`, 'hydra:last': `/api/${list}?page=1` }),
    ]);
    expect((await admin.get(`/${list}?itemsPerPage=0`)).body['hydra:view']['hydra:last']).toContain('page=1');
  });
});

describe('INT-06 what has changed since', () => {
  it.each(['tags', 'structures', 'programs', 'machines'])('is read from %s by updatedAt[after]', async (list) => {
    const all = await itemsOf(`/${list}?order[updatedAt]=asc`);
    const last = all.at(-1) as Item;
    const after = await itemsOf(`/${list}?order[updatedAt]=asc&updatedAt[strictly_after]=${last['updatedAt']}`);
    expect(after).toEqual([]);
    expect((await itemsOf(`/${list}?updatedAt[after]=${last['updatedAt']}`)).map(({ id }) => id)).toContain(last.id);
    expect(await itemsOf(`/${list}?updatedAt[before]=2001-01-01`)).toEqual([]);
  });
});

describe('RGT-07 INT-01 a field that a reader is not shown', () => {
  it('finds and sorts nothing: decision 0020', async () => {
    const picker = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS'] });
    const api = apiAs(server, picker.token);
    const [seen] = (await api.get('/machines')).body['hydra:member'];
    const machine = (await itemsOf('/machines')).find(({ id }) => id === seen.id);
    const found = await api.get(`/machines?serialNumber=${machine?.['serialNumber']}`);
    expect([found.status, found.body['hydra:totalItems']]).toEqual([200, 0]);
  });
});
