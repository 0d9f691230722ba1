import type { HistoryChange, HistoryEventView } from '@fournil/contract/history/historyEvent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { bulkRun } from '../testing/bulkRun.ts';
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

interface Tag {
  id: string;
  version: number;
}
const make = async (name: string, person = admin) => (await person.post('/tags', { name })).expect(201) as Tag;
const keysOf = (body: { violations?: { propertyPath: string; key: string }[] }) =>
  body.violations?.map(({ propertyPath, key }) => `${propertyPath} ${key}`);

describe('TAG-01 tags', () => {
  it('are listed thirty to a page by name, and can be searched and sorted', async () => {
    const owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (let index = 31; index >= 1; index -= 1) await make(`Tag ${index}`, owner);
    const names = async (query: string) =>
      (await owner.get(`/tags${query}`)).body['hydra:member'].map((tag: { name: string }) => tag.name);
    expect(await names('')).toEqual(Array.from({ length: 30 }, (_, index) => `Tag ${index + 1}`));
    expect(await names('?q=tag%2030')).toEqual(['Tag 30']);
    expect(await names('?q=31%20tag')).toEqual(['Tag 31']);
    expect((await names('?order[name]=desc'))[0]).toBe('Tag 31');
    expect((await owner.get('/tags?colour=red')).status).toBe(400);
  });

  it('need no unique name', async () => {
    expect((await make('Twice')).id).not.toBe((await make('Twice')).id);
  });

  it.each([
    [{ name: '' }, ['name ra.validation.required']],
    [{ name: 'x'.repeat(256) }, ['name ra.validation.maxLength']],
    [{ name: 'n', description: 'x'.repeat(256) }, ['description ra.validation.maxLength']],
    [{ name: 'n', colour: 'red' }, ['colour custom.validation.unknownField']],
  ])('are refused with %j at creation and at change', async (body, expected) => {
    expect(keysOf((await admin.post('/tags', body)).body)).toEqual(expected);
    const tag = await make('Fine');
    expect(keysOf((await admin.put(`/tags/${tag.id}`, body)).body)).toEqual(expected);
  });

  it('are shown with the programs that the reader sees, and with their users to people who may edit tags', async () => {
    const tag = await make('Shown');
    const user = await aPerson(server, 'user', organisation);
    const program = await aProgram(admin, { tags: [tag.id] });
    const waiting = await aProgram(admin, { tags: [tag.id], approved: false });
    await admin.put(`/tags/${tag.id}`, { relatedUsers: [user.userId] });
    const whole = await admin.get(`/tags/${tag.id}`);
    expect(whole.headers['etag']).toMatch(new RegExp(`^"${whole.body.version}\\.`));
    expect(whole.body).toMatchObject({ programCount: 2, relatedUsers: [{ id: user.userId }] });
    expect(whole.body.programs.map((one: { id: string }) => one.id).sort()).toEqual([program.id, waiting.id].sort());
    const reader = await aPerson(server, 'user', organisation, {
      without: ['ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_TAG_EDITOR'],
    });
    expect((await reader.get(`/tags/${tag.id}`)).body).toMatchObject({
      programCount: 1,
      relatedUsers: null,
      programs: [{ id: program.id }],
    });
    const without = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_ACCESS'] });
    expect((await without.get(`/tags/${tag.id}`)).body.programs).toEqual([]);
    expect((await reader.get('/tags/people')).status).toBe(403);
    expect((await admin.get('/tags/people?kind=user')).body['hydra:totalItems']).toBeGreaterThanOrEqual(3);
  });

  it('change only in the fields sent; API-06 a change based on a stale version is refused', async () => {
    const tag = await make('Before');
    const after = await admin.put(`/tags/${tag.id}`, { description: 'words' }, { 'if-match': `"${tag.version}"` });
    expect(after.body).toMatchObject({ name: 'Before', description: 'words', version: 2 });
    expect((await admin.put(`/tags/${tag.id}`, { name: 'Late' }, { 'if-match': `"${tag.version}"` })).status).toBe(412);
    expect((await admin.put(`/tags/${tag.id}`, { description: '' })).body.description).toBeNull();
    expect((await admin.put(`/tags/${tag.id}`, { name: 'Before' })).body.version).toBe(3);
  });

  it('are assigned to users of the organisation only', async () => {
    const tag = await make('Related');
    const foreign = await aPerson(server, 'user', await anOrganisation(server));
    for (const wrong of [admin.userId, foreign.userId, newId()])
      expect(keysOf((await admin.put(`/tags/${tag.id}`, { relatedUsers: [wrong] })).body)).toEqual([
        'relatedUsers.0 custom.validation.notFound',
      ]);
    const user = await aPerson(server, 'user', organisation);
    await admin.put(`/tags/${tag.id}`, { relatedUsers: [user.userId] });
    expect((await admin.put(`/tags/${tag.id}`, { relatedUsers: [] })).body.relatedUsers).toEqual([]);
  });

  it('HIS-01 record the names of the people who are assigned, one by one and in a bulk action', async () => {
    const tag = await make('With people');
    const [one, two] = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    await admin.put(`/tags/${tag.id}`, { relatedUsers: [one.userId] });
    await bulkRun(admin, 'tags.relate', [tag.id], { users: [two.userId] });
    await bulkRun(admin, 'tags.unrelate', [tag.id], { users: [one.userId] });
    const people = (await admin.get('/tags/people?itemsPerPage=500')).body['hydra:member'];
    const nameOf = ({ userId }: Person) => people.find(({ id }: { id: string }) => id === userId).fullName;
    const [, ...events] = (await admin.get(`/history/tag/${tag.id}/full`)).body['hydra:member'].reverse();
    const changes = events.flatMap((event: HistoryEventView) => event.changes);
    const said = ({ before, after }: HistoryChange) => [before, after].map((names) => [...(names as string[])].sort());
    expect(changes.map(said)).toEqual([
      [[], [nameOf(one)]],
      [[nameOf(one)], [nameOf(one), nameOf(two)].sort()],
      [[nameOf(one), nameOf(two)].sort(), [nameOf(two)]],
    ]);
  });

  it('are deleted from all programs that have them, and history records it', async () => {
    const tag = await make('Going');
    const program = await aProgram(admin, { tags: [tag.id] });
    await admin.put(`/tags/${tag.id}`, { name: 'Going soon' });
    const events = (await admin.get(`/history/tag/${tag.id}/full`)).body['hydra:member'];
    expect(events.map((one: { typeEvent: string; fields: string[] }) => [one.typeEvent, one.fields])).toEqual([
      ['update', ['name']],
      ['creation', []],
    ]);
    expect((await admin.delete(`/tags/${tag.id}`)).status).toBe(204);
    expect((await admin.get(`/programs/${program.id}`)).body.tags).toEqual([]);
    expect((await admin.get(`/tags/${tag.id}`)).status).toBe(404);
    expect((await admin.get('/profile/history')).body['hydra:member'][0]).toMatchObject({
      typeEvent: 'deletion',
      typeEntity: 'tag',
      originName: 'Going soon',
    });
  });
});

describe('TAG-02 five tags at most on a program', () => {
  it('are added and removed for several programs at a time, with history', async () => {
    const tag = await make('Summer');
    const [one, two] = [await aProgram(admin), await aProgram(admin)];
    expect((await admin.put(`/tags/${tag.id}/programs`, { add: [one.id, two.id] })).body.programCount).toBe(2);
    expect((await admin.put(`/tags/${tag.id}/programs`, { remove: [one.id] })).body.programs).toMatchObject([
      { id: two.id },
    ]);
    expect((await admin.get(`/history/program/${one.id}/full`)).body['hydra:member'].slice(0, 2)).toMatchObject([
      { typeEvent: 'update', fields: ['tags'] },
      { typeEvent: 'update', fields: ['tags'] },
    ]);
    // Tags are not part of a revision, so the program stays approved.
    expect((await admin.get(`/programs/${two.id}`)).body).toMatchObject({ approved: true, revision: 1, version: 2 });
  });

  it('are enforced: a sixth is refused with the program’s name, and nothing changes', async () => {
    const tags: string[] = [];
    for (let index = 0; index < 6; index += 1) tags.push((await make(`Of six ${index}`)).id);
    const full = await aProgram(admin, { tags: tags.slice(0, 5) });
    const free = await aProgram(admin);
    const answer = await admin.put(`/tags/${tags[5]}/programs`, { add: [free.id, full.id] });
    expect(answer.body.violations).toMatchObject([
      { propertyPath: 'add.1', key: 'custom.validation.maxItems', args: { max: 5 } },
    ]);
    expect((await admin.get(`/programs/${free.id}`)).body.tags).toEqual([]);
    expect(keysOf((await admin.put(`/tags/${tags[5]}/programs`, { add: [newId()] })).body)).toEqual([
      'add.0 custom.validation.notFound',
    ]);
    // Adding a tag that the program already has, and exchanging one for another, does not count as a sixth.
    expect((await admin.put(`/tags/${tags[4]}/programs`, { add: [full.id] })).status).toBe(200);
  });

  it('are enforced with twenty callers who each add one at the same moment', async () => {
    const tags: string[] = [];
    for (let index = 0; index < 24; index += 1) tags.push((await make(`Crowd ${index}`)).id);
    const program = await aProgram(admin, { tags: tags.slice(0, 4) });
    const answers = await Promise.all(
      tags.slice(4).map((id) => admin.put(`/tags/${id}/programs`, { add: [program.id] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect((await admin.get(`/programs/${program.id}`)).body.tags).toHaveLength(5);
  });

  it('are enforced when the program’s form is saved at the same moment', async () => {
    const tags: string[] = [];
    for (let index = 0; index < 10; index += 1) tags.push((await make(`Both ${index}`)).id);
    const program = await aProgram(admin, { tags: tags.slice(0, 3) });
    await Promise.all([
      ...tags.slice(5).map((id) => admin.put(`/tags/${id}/programs`, { add: [program.id] })),
      ...[3, 4, 5].map((count) => admin.put(`/programs/${program.id}`, { tags: tags.slice(0, count) })),
    ]);
    expect((await admin.get(`/programs/${program.id}`)).body.tags.length).toBeLessThanOrEqual(5);
  });
});
