import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson, type Person, programFields } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

/** API Platform's own parser and data provider, against a listening server. */
let server: TestServer;
let admin: Person;
let superAdmin: Person;
let reader: Person;

beforeAll(async () => {
  const port = String(await freePort());
  server = await openTestServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  superAdmin = await aPerson(server, 'superAdmin', null);
  reader = await aPerson(server, 'user', organisation, { without: ['ROLE_TAG_CREATE', 'ROLE_TAG_EDITOR'] });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const entrypoint = () => `${server.url}/api`;
const headersOf = ({ token }: Person) => ({ Authorization: `Bearer ${token}` });

async function parsedAs(person: Person) {
  const { api } = await parseHydraDocumentation(entrypoint(), { headers: headersOf(person) });
  return new Map((api.resources ?? []).map((resource) => [resource.name, resource]));
}

describe('INT-01 @api-platform/api-doc-parser', () => {
  it('reads types, what is required and writeable, and what leads to other records', async () => {
    const resources = await parsedAs(admin);
    expect([...resources.keys()].sort()).toEqual([
      'api-tokens',
      'categories',
      'machines',
      'menus',
      'models',
      'phase_group_types',
      'programMachines',
      'programs',
      'rights-templates',
      'structures',
      'tags',
      'users',
      'webhooks',
    ]);
    const fields = new Map(resources.get('structures')?.fields?.map((field) => [field.name, field]));
    expect(fields.get('name')).toMatchObject({ type: 'string', required: true, maxCardinality: 1 });
    expect(fields.get('nbMachine')).toMatchObject({ type: 'integer', required: false });
    expect(fields.get('createdAt')?.type).toBe('dateTime');
    expect(fields.get('hasChildren')?.type).toBe('boolean');
    expect(fields.get('path')?.type).toBe('array');
    expect(fields.get('parent')).toMatchObject({ reference: { name: 'structures' }, embedded: null, required: false });
    expect(fields.get('userInCharge')).toMatchObject({ embedded: { name: 'users' }, reference: null });
    const names = (some: { name: string }[] | null | undefined) => some?.map(({ name }) => name);
    expect(names(resources.get('structures')?.writableFields)).toEqual([
      'name',
      'parent',
      'userInCharge',
      'relatedUsers',
      'timezone',
      'hours',
    ]);
    const machine = resources.get('machines');
    expect(names(machine?.writableFields)).toContain('pin');
    expect(names(machine?.readableFields)).not.toContain('pin');
    // One form serves for creating and changing.
    const pin = machine?.fields?.find(({ name }) => name === 'pin');
    expect(pin?.required).toBe(false);
    expect(names(machine?.writableFields)).not.toContain('approved');
  });

  it('finds the operations that the reader’s rights allow, and no collection that they may not list', async () => {
    const operations = async (person: Person, name: string) =>
      (await parsedAs(person)).get(name)?.operations?.map(({ type }) => type);
    expect(await operations(admin, 'tags')).toEqual(['list', 'create', 'show', 'edit', 'delete']);
    expect(await operations(reader, 'tags')).toEqual(['list', 'show', 'delete']);
    expect([...(await parsedAs(superAdmin)).keys()].sort()).toEqual([
      'api-tokens',
      'categories',
      'models',
      'phase_group_types',
      'users',
    ]);
  });

  it('finds the parameters of each list', async () => {
    for (const [name, resource] of await parsedAs(admin)) {
      const parameters = (await resource.getParameters?.())?.map(({ variable }) => variable) ?? [];
      expect(parameters, name).toContain('order[id]');
    }
  });
});

describe('INT-01 hydraDataProvider of @api-platform/admin', () => {
  const open = async (person: Person) => {
    const { fetchHydra, hydraDataProvider } = await import('@api-platform/admin');
    // It was written for browsers.
    vi.stubGlobal('window', { location: { href: server.url } });
    const provider = hydraDataProvider({
      entrypoint: entrypoint(),
      mercure: false,
      httpClient: (url: URL, options = {}) => fetchHydra(url, { ...options, headers: headersOf(person) }),
      apiDocumentationParser: () => parseHydraDocumentation(entrypoint(), { headers: headersOf(person) }),
    });
    await provider.introspect();
    return provider;
  };
  const page = { pagination: { page: 1, perPage: 5 }, filter: {} };
  const byId = { field: 'id', order: 'ASC' as const };

  it.each([
    ['tags', { name: 'Rye' }, { name: 'Spelt', description: 'old grain' }],
    ['structures', { name: 'Lyon', parent: null }, { name: 'Lyon 2' }],
    ['programs', programFields({ name: 'Baguette' }), { name: 'Baguette 2', approved: true }],
  ])('lists, filters, sorts, pages, shows, creates, edits and deletes %s', async (resource, data, change) => {
    const provider = await open(admin);
    const made = [];
    for (const suffix of ['', ' b', ' c'])
      made.push((await provider.create(resource, { data: { ...data, name: `${data.name}${suffix}` } })).data);
    const [first] = made;
    if (!first) throw new Error('nothing was made');
    expect(first.id).toMatch(new RegExp(`^/api/${resource}/[0-9a-f-]{36}$`));

    const listed = await provider.getList(resource, { ...page, sort: byId });
    expect(listed.total).toBe(3);
    expect(listed.data.map(({ id }) => id)).toEqual(made.map(({ id }) => id).sort());
    const named = await provider.getList(resource, { ...page, filter: { name: first.name }, sort: byId });
    expect(named.data.map(({ id }) => id)).toEqual([first.id]);
    const downwards = await provider.getList(resource, { ...page, sort: { field: 'name', order: 'DESC' } });
    expect(downwards.data.map(({ name }) => name)).toEqual(made.map(({ name }) => name).reverse());
    const second = await provider.getList(resource, {
      ...page,
      pagination: { page: 2, perPage: 2 },
      sort: { field: 'name', order: 'ASC' },
    });
    expect([second.total, second.data.map(({ name }) => name)]).toEqual([3, [made[2]?.name]]);
    expect((await provider.getMany(resource, { ids: made.map(({ id }) => id) })).data).toHaveLength(3);

    const { data: shown } = await provider.getOne(resource, { id: first.id });
    expect(shown).toMatchObject({ id: first.id, '@type': expect.any(String), name: data.name });
    // As an edit form does: all that was read, with some of it changed.
    const { data: edited } = await provider.update(resource, {
      id: first.id,
      data: { ...shown, ...change },
      previousData: shown,
    });
    expect(edited).toMatchObject({ id: first.id, ...change });
    await provider.delete(resource, { id: first.id, previousData: edited });
    expect((await provider.getList(resource, { ...page, sort: byId })).total).toBe(2);
    await expect(provider.getOne(resource, { id: first.id })).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['machines', { name: 'Oven 1', serialNumber: 'HY-1', pin: '4711', category: 'deck' }, { name: 'Oven 2' }],
    ['webhooks', { url: 'https://receiver.invalid/', events: ['bake.began'] }, { description: 'The ERP' }],
    [
      'api-tokens',
      { name: 'ERP', rights: ['ROLE_TAG_ACCESS'], endsAt: new Date(Date.now() + 86_400_000) },
      { name: 'Shop' },
    ],
  ])('edits %s with all that was read, and deletes it', async (resource, data, change) => {
    const provider = await open(admin);
    const { data: made } = await provider.create(resource, { data });
    const { data: shown } = await provider.getOne(resource, { id: made.id });
    const { data: edited } = await provider.update(resource, {
      id: made.id,
      data: { ...shown, ...change },
      previousData: shown,
    });
    expect(edited).toMatchObject({ id: made.id, ...change });
    await provider.delete(resource, { id: made.id, previousData: edited });
  });

  it('shows what the rules refuse', async () => {
    const provider = await open(admin);
    const refusal = await provider.create('tags', { data: { name: '' } }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 422, message: 'Some fields are not valid.' });
    const { hydraSchemaAnalyzer } = await import('@api-platform/admin');
    expect(hydraSchemaAnalyzer().getSubmissionErrors(refusal as never)).toEqual({ name: 'Required' });
  });
});
