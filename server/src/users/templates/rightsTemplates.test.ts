import { type Right, rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let count = 0;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const few: Right[] = ['ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_ACCESS', 'ROLE_MACHINE_INSTALL_PROGRAM'];
const sorted = (held: readonly string[]) => [...held].sort();
const aTemplate = async (held: readonly Right[] = few, who = admin, name = `Baker ${++count}`) =>
  (await who.post('/rights-templates', { name, rights: held })).expect(201) as {
    id: string;
    name: string;
    version: number;
  };
const give = (person: Person, template: string | null, who = admin) =>
  who.put(`/users/${person.userId}/template`, { template });
const held = async (person: Person) =>
  ((await admin.get(`/users/${person.userId}`)).expect(200) as { rights: string[] }).rights;

describe('AUD-02 rights templates', () => {
  it('give their rights at once, with the rights before and after in the history', async () => {
    const person = await aPerson(server, 'user', organisation);
    const template = await aTemplate();
    expect((await give(person, template.id)).expect(200)).toMatchObject({
      rightsTemplate: { id: template.id, name: template.name },
    });
    expect(await held(person)).toEqual(few);
    expect((await person.get('/tags')).status).toBe(403);
    const [event] = (await admin.get(`/history/user/${person.userId}/full?type=update`)).body['hydra:member'];
    expect(event.changes).toEqual([
      { field: 'rightsTemplate', before: null, after: template.name },
      { field: 'rights', before: sorted(rights), after: sorted(few) },
    ]);
    const review = (await admin.get(`/access-review?q=${encodeURIComponent(person.email)}`)).body['hydra:member'];
    expect(review[0].template).toEqual({ id: template.id, name: template.name });
  });

  it('change the rights of all their users in one transaction, with a preview, an event for each person, and at once for open sessions', async () => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => aPerson(server, 'user', organisation)));
    if (!one || !two || !other) throw new Error('nobody');
    const template = await aTemplate();
    for (const person of [one, two]) (await give(person, template.id)).expect(200);
    const wanted = ['ROLE_PROGRAM_ACCESS', 'ROLE_TAG_ACCESS'];
    const path = `/rights-templates/${template.id}`;
    const preview = (await admin.post(`${path}/preview`, { rights: wanted })).expect(200);
    expect(preview).toMatchObject({
      people: 2,
      added: ['ROLE_TAG_ACCESS'],
      taken: ['ROLE_MACHINE_ACCESS', 'ROLE_MACHINE_INSTALL_PROGRAM'],
    });
    expect(await held(one)).toEqual(few);
    const changed = (await admin.put(path, { rights: wanted }, { 'if-match': `"${template.version}"` })).expect(200);
    expect(changed).toMatchObject({ people: 2, rights: wanted });
    for (const person of [one, two]) {
      expect(await held(person)).toEqual(wanted);
      expect([(await person.get('/tags')).status, (await person.get('/machines')).status]).toEqual([200, 403]);
      const [event] = (await admin.get(`/history/user/${person.userId}/full?type=update`)).body['hydra:member'];
      expect(event.changes).toEqual([{ field: 'rights', before: sorted(few), after: sorted(wanted) }]);
    }
    expect(await held(other)).toEqual(rights);
    expect((await admin.put(path, { rights: few }, { 'if-match': `"${template.version}"` })).status).toBe(412);
    const ofTemplate = (await admin.get(`/history?entity=rightsTemplate&thing=${template.id}`)).body['hydra:member'];
    expect(ofTemplate.map(({ typeEvent }: { typeEvent: string }) => typeEvent)).toEqual(['update', 'creation']);
    expect((await admin.get(`/users?rightsTemplate=${template.id}`)).body['hydra:totalItems']).toBe(2);
  });

  it('keep single rights from being switched until the user leaves the template, who then keeps the rights', async () => {
    const person = await aPerson(server, 'user', organisation);
    const template = await aTemplate();
    (await give(person, template.id)).expect(200);
    const one = { user: person.userId, role: 'ROLE_TAG_ACCESS', active: true };
    for (const answer of [
      await admin.post('/users/rights', one),
      await admin.put(`/users/${person.userId}/rights`, { rights: [] }),
    ])
      expect([answer.status, answer.body.key]).toEqual([409, 'custom.rights.ofTemplate']);
    const left = (await admin.post('/users/rights', { ...one, leaveTemplate: true })).expect(200) as {
      rights: string[];
      rightsTemplate: unknown;
    };
    expect([left.rightsTemplate, sorted(left.rights)]).toEqual([null, sorted([...few, 'ROLE_TAG_ACCESS'])]);
    (await admin.put(`/rights-templates/${template.id}`, { rights: [] })).expect(200);
    expect(sorted(await held(person))).toEqual(sorted([...few, 'ROLE_TAG_ACCESS']));
    (await give(person, template.id)).expect(200);
    expect(await held(person)).toEqual([]);
    expect((await give(person, null)).expect(200)).toMatchObject({ rights: [], rightsTemplate: null });
  });

  it('leave their users the same rights when they are deleted', async () => {
    const person = await aPerson(server, 'user', organisation);
    const template = await aTemplate();
    (await give(person, template.id)).expect(200);
    (await admin.delete(`/rights-templates/${template.id}`)).expect(204);
    expect((await admin.get(`/users/${person.userId}`)).body).toMatchObject({ rights: few, rightsTemplate: null });
    expect((await give(person, template.id)).status).toBe(422);
  });

  it('can be chosen for a new user, and given to many users at once', async () => {
    const template = await aTemplate();
    const who = {
      email: 'new@house.test',
      firstName: 'N',
      lastName: 'W',
      society: 's',
      street: 's',
      city: 'c',
      country: 'FR',
    };
    const rest = { timezone: 'UTC', countryCode: 'EN', temperatureUnitPreference: 'C' };
    const made = (await admin.post('/users', { ...who, ...rest, rightsTemplate: template.id })).expect(201);
    expect(made).toMatchObject({ rights: few, rightsTemplate: { id: template.id } });
    const people = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    const run = {
      id: newId(),
      verb: 'users.giveTemplate',
      args: { template: template.id },
      selection: { ids: people.map(({ userId }) => userId) },
    };
    expect((await admin.post('/bulk', run)).status).toBeLessThan(300);
    await eventually(
      async () =>
        (await held(people[1] as Person)).length === few.length &&
        (await held(people[0] as Person)).length === few.length,
    );
  });

  it('refuse a right without its parent, a name twice, and unknown rights', async () => {
    const { name, id } = await aTemplate();
    const refused = await admin.post('/rights-templates', {
      name: 'x',
      rights: ['ROLE_PROGRAM_APPROVE_ACTION', 'ROLE_PROGRAM_ACCESS'],
    });
    expect([refused.status, refused.body.violations[0].key]).toEqual([422, 'custom.validation.rightParent']);
    expect((await admin.put(`/rights-templates/${id}`, { rights: ['ROLE_TAG_DELETE'] })).status).toBe(422);
    const twice = await admin.post('/rights-templates', { name: name.toUpperCase(), rights: [] });
    expect([twice.status, twice.body.violations[0].propertyPath]).toEqual([422, 'name']);
    for (const wrong of [['ROLE_SUPERADMIN'], 'ROLE_TAG_ACCESS', undefined])
      expect((await admin.post('/rights-templates', { name: `W ${++count}`, rights: wrong })).status).toBe(422);
  });

  it('are only for the client admins of their organisation', async () => {
    const foreign = await anOrganisation(server);
    const stranger = await aPerson(server, 'clientAdmin', foreign);
    const theirs = await aPerson(server, 'user', foreign);
    const person = await aPerson(server, 'user', organisation);
    const template = await aTemplate();
    for (const somebody of [
      person,
      await aPerson(server, 'technician', null),
      await aPerson(server, 'superAdmin', null),
    ]) {
      expect((await somebody.get('/rights-templates')).status).toBe(403);
      expect((await give(person, template.id, somebody)).status).toBe(403);
    }
    expect((await stranger.get('/rights-templates')).body['hydra:member']).toEqual([]);
    for (const answer of [
      await stranger.get(`/rights-templates/${template.id}`),
      await stranger.put(`/rights-templates/${template.id}`, { rights: [] }),
      await stranger.delete(`/rights-templates/${template.id}`),
      await stranger.post(`/rights-templates/${template.id}/preview`, { rights: [] }),
      await give(theirs, template.id),
    ])
      expect(answer.status).toBe(404);
    const given = await give(theirs, template.id, stranger);
    expect([given.status, given.body.violations[0].propertyPath]).toEqual([422, 'template']);
    expect((await give(admin, template.id)).status).toBe(409);
    // The database enforces it too.
    await expect(
      server.ownerQuery(`update users set "rightsTemplateId" = $1 where id = $2`, [template.id, theirs.userId]),
    ).rejects.toThrow(/users_rightsTemplate/);
  });

  it('that are edited while they are given leave the user with the template’s rights', async () => {
    const people: Person[] = [];
    for (let left = 6; left > 0; left -= 1) people.push(await aPerson(server, 'user', organisation));
    const template = await aTemplate();
    const edits: Right[][] = [['ROLE_TAG_ACCESS'], [], few, ['ROLE_MACHINE_ACCESS']];
    const answers = await Promise.all([
      ...people.map((person) => give(person, template.id)),
      ...edits.map((wanted) => admin.put(`/rights-templates/${template.id}`, { rights: wanted })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const now = ((await admin.get(`/rights-templates/${template.id}`)).body as { rights: string[] }).rights;
    for (const person of people) expect(await held(person)).toEqual(now);
  });
});
