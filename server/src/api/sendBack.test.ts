import { rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

type View = Record<string, unknown> & { '@id': string; id: string };
const path = (view: View) => view['@id'].replace('/api', '');

/** One of each record that can be created and changed, with an address, links, and embedded records. */
async function aRecordOfEach(): Promise<Record<string, View>> {
  const tag: View = (await admin.post('/tags', { name: 'Rye' })).body;
  const parent: View = (await admin.post('/structures', { name: 'Lyon' })).body;
  const structure: View = (
    await admin.post('/structures', { name: 'Shop', parent: parent['@id'], userInCharge: admin.userId })
  ).body;
  const program = (await aProgram(admin, { tags: [tag.id] })) as unknown as View;
  const machine = (await aMachine(admin, { structure: structure.id })) as unknown as View;
  const menu: View = (
    await admin.post('/menus', {
      name: 'Every day',
      category: program['category'],
      programs: [program.id],
      season: { from: '2026-12-01', until: '2026-12-24' },
      places: [{ kind: 'structure', id: structure.id }],
    })
  ).body;
  const webhook: View = (
    await admin.post('/webhooks', {
      url: 'https://receiver.invalid/',
      events: ['bake.began'],
      structures: [structure.id],
    })
  ).body;
  const { token: _, ...apiToken }: View = (
    await admin.post('/api-tokens', { name: 'ERP', rights, structures: [structure.id], endsAt: inADay() })
  ).body;
  return { tag, structure, program, machine, menu, webhook, apiToken: apiToken as View };
}

const inADay = () => new Date(server.services.now().getTime() + 86_400_000).toISOString();

test('INT-01 a new tag or structure takes the people who are assigned to it, or none', async () => {
  const user = await aPerson(server, 'user', admin.organisationId);
  for (const list of ['tags', 'structures']) {
    expect((await admin.post(`/${list}`, { name: 'None', relatedUsers: [] })).status).toBe(201);
    const made = (await admin.post(`/${list}`, { name: 'One', relatedUsers: [user.userId] })).expect(201) as View;
    expect(made['relatedUsers']).toMatchObject([{ id: user.userId }]);
    expect((await admin.post(`/${list}`, { name: 'Nobody', relatedUsers: [newId()] })).status).toBe(422);
  }
});

describe('INT-01 a record that was read', () => {
  it('can be sent back as it is, and nothing changes', async () => {
    for (const [kind, made] of Object.entries(await aRecordOfEach())) {
      const read = (await admin.get(path(made))).expect(200) as View;
      expect(read['@context'], kind).toMatch(/^\/api\/contexts\/[A-Z]\w+$/);
      const answer = await admin.put(path(made), read);
      expect([kind, answer.status, answer.body]).toEqual([kind, 200, read]);
    }
  });

  it('can be sent back as API Platform’s admin does: the address as `id`, the bare id as `originId`', async () => {
    const { structure } = await aRecordOfEach();
    const read = (await admin.get(path(structure as View))).body;
    const answer = await admin.put(path(read), { ...read, id: read['@id'], originId: read.id, name: 'Shop 2' });
    expect([answer.status, answer.body.name, answer.body.parent]).toEqual([200, 'Shop 2', read.parent]);
  });

  it('has links that are taken as address, as bare id, and as object with `@id`', async () => {
    const { structure, machine } = (await aRecordOfEach()) as { structure: View; machine: View };
    for (const link of [structure['@id'], structure.id, structure, { '@id': structure['@id'] }])
      expect((await admin.put(path(machine), { structure: link })).body.structure).toBe(structure['@id']);
    for (const wrong of [{ id: structure.id }, 7, '/api/structures/none', { '@id': 7 }])
      expect((await admin.put(path(machine), { structure: wrong })).status).toBe(422);
  });

  it('can be sent back by an API token, though it may not change who is assigned to a structure', async () => {
    const made = (await admin.post('/api-tokens', { name: 'ERP', rights, endsAt: inADay() })).expect(201);
    const program = apiAs(server, (made as { token: string }).token);
    const { webhook: _, apiToken: __, ...theirs } = await aRecordOfEach();
    for (const [kind, view] of Object.entries(theirs)) {
      const read = (await program.get(path(view))).expect(200) as View;
      const answer = await program.put(path(view), read);
      expect([kind, answer.status, answer.body]).toEqual([kind, 200, read]);
    }
    const { structure } = await aRecordOfEach();
    const user = await aPerson(server, 'user', admin.organisationId);
    expect((await program.put(path(structure as View), { relatedUsers: [user.userId] })).status).toBe(403);
    expect((await admin.put(path(structure as View), { relatedUsers: [user.userId] })).status).toBe(200);
    expect((await program.put(path(structure as View), { relatedUsers: [] })).status).toBe(403);
    const shown = (await program.get(path(structure as View))).body;
    expect((await program.put(path(structure as View), shown)).status).toBe(200);
  });

  it('keeps a category that cannot change, and another one is refused by name', async () => {
    const { program, machine } = (await aRecordOfEach()) as { program: View; machine: View };
    for (const view of [program, machine]) {
      const answer = await admin.put(path(view), { category: 'proofer' });
      expect([answer.status, answer.body.violations[0]]).toMatchObject([
        422,
        { propertyPath: 'category', key: 'custom.validation.locked' },
      ]);
    }
  });

  it('may not have keys that no record shows, and a new record none but its own', async () => {
    const { tag } = (await aRecordOfEach()) as { tag: View };
    expect((await admin.put(path(tag), { ...tag, colour: 'red' })).body.violations[0].propertyPath).toBe('colour');
    expect((await admin.post('/tags', { name: 'Spelt', '@type': 'Tag', createdAt: 'now' })).body.violations).toEqual([
      expect.objectContaining({ propertyPath: 'createdAt' }),
    ]);
  });

  it('keeps what an API token can do, and another right, structure or end is refused by name', async () => {
    const { apiToken } = (await aRecordOfEach()) as { apiToken: View };
    for (const [path_, value] of Object.entries({ rights: ['ROLE_TAG_ACCESS'], structures: [], endsAt: inADay() })) {
      const answer = await admin.put(path(apiToken), { ...apiToken, [path_]: value });
      expect([answer.status, answer.body.violations]).toMatchObject([422, [{ propertyPath: path_ }]]);
    }
  });

  it('leaves a webhook limited whose structures have been deleted', async () => {
    const { webhook, structure } = (await aRecordOfEach()) as { webhook: View; structure: View };
    (await admin.delete(`${path(structure)}?machines=unassign`)).expect(204);
    const read = (await admin.get(path(webhook))).body;
    expect([read.structures, read.isLimited]).toEqual([[], true]);
    expect((await admin.put(path(webhook), read)).body.isLimited).toBe(true);
    expect((await admin.put(path(webhook), { structures: [] })).body.isLimited).toBe(false);
  });

  it('cannot be sent by somebody of another organisation', async () => {
    const { tag } = (await aRecordOfEach()) as { tag: View };
    const other = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await apiAs(server, other.token).put(path(tag), tag)).status).toBe(404);
  });
});
