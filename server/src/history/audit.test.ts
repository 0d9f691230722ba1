import type { HistoryEventView } from '@fournil/contract/history/historyEvent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { deletedOrganisations } from '../users/index.ts';
import { historyRetention } from './retention.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let maker: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server, 'Levain');
  admin = await aPerson(server, 'clientAdmin', organisation);
  maker = await aPerson(server, 'superAdmin', null);
});
afterAll(() => server.close());

const eventsOf = async (who: Person, query = '', path = '/history') =>
  (await who.get(`${path}${query}`)).body['hydra:member'] as HistoryEventView[];
const told = (events: HistoryEventView[]) => events.map(({ typeEvent, originName }) => `${typeEvent} ${originName}`);

describe('AUD-01 the record of actions', () => {
  it('contains the values before and after, the structure, the address and the browser, and no PIN', async () => {
    const shop = await aStructure(server, admin, 'Rivoli');
    const oven = await aMachine(admin, { name: 'Old', structure: shop });
    (await admin.put(`/machines/${oven.id}`, { name: 'New', pin: '4711' })).expect(200);
    const [event] = await eventsOf(admin, `?entity=machine&thing=${oven.id}`);
    expect(event).toMatchObject({
      typeEvent: 'update',
      fields: ['name', 'pin'],
      changes: [{ field: 'name', before: 'Old', after: 'New' }],
      placeName: 'Rivoli',
      address: '127.0.0.1',
      society: 'Levain',
    });
    expect(JSON.stringify(event)).not.toContain('4711');
  });

  it('contains sign-ins, sign-outs, and rights before and after', async () => {
    const person = await aPerson(server, 'user', organisation);
    (await admin.post('/users/rights', { user: person.userId, role: 'ROLE_TAG_DELETE', active: false })).expect(200);
    (await person.post('/logout')).expect(204);
    const events = await eventsOf(admin, '/full', `/history/user/${person.userId}`);
    expect(events.map(({ typeEvent }) => typeEvent)).toEqual(['signOut', 'update', 'signIn']);
    const [rights] = events[1]?.changes ?? [];
    expect(rights?.field).toBe('rights');
    expect([rights?.before, rights?.after].map((held) => (held as string[]).includes('ROLE_TAG_DELETE'))).toEqual([
      true,
      false,
    ]);
  });

  it('HIS-03 contains the actions of the maker’s staff, readable by them and by the super admin', async () => {
    const made = (
      await maker.post('/fournil-technicians', {
        email: 'tec@house.test',
        password: 'a long first password',
        countryCode: 'EN',
      })
    ).expect(201) as { id: string };
    (await maker.put(`/users/${made.id}`, { firstName: 'Tim' })).expect(200);
    (await maker.delete(`/fournil-technicians/${made.id}`)).expect(204);
    expect(told(await eventsOf(maker, '', '/profile/history')).slice(0, 3)).toEqual([
      'deletion Tim tec',
      'update Tim tec',
      'creation tec',
    ]);
    expect(told(await eventsOf(maker, `?entity=user&thing=${made.id}`))).toEqual([
      'deletion Tim tec',
      'update Tim tec',
      'creation tec',
    ]);
    // Nobody in an organisation can read them.
    expect(await eventsOf(admin, `?entity=user&thing=${made.id}`)).toEqual([]);
  });

  it('HIS-01 names each program that a deleted machine loses, in the structure where the machine was', async () => {
    const shop = await aStructure(server, admin, 'Opéra');
    const oven = await aMachine(admin, { name: 'Doomed', structure: shop });
    const program = await aProgram(admin, { name: 'Brioche' });
    (await admin.post('/programMachines', { machine: oven.id, program: program.id })).expect(201);
    (await admin.delete(`/machines/${oven.id}?deletePrograms=0`)).expect(204);
    const events = await eventsOf(admin, `?place=${shop}&type[]=uninstall&type[]=deletion`);
    expect(told(events)).toEqual(['deletion Doomed', 'uninstall Brioche']);
    expect(events.map(({ placeName }) => placeName)).toEqual(['Opéra', 'Opéra']);
  });
});

describe('AUD-01 the download of a file', () => {
  it('is recorded in the history of the machine or of the organisation', async () => {
    const oven = await aMachine(admin, { name: 'Extracted' });
    expect((await admin.get(`/machines/${oven.id}/activities.csv`)).status).toBe(200);
    expect((await admin.get('/history.csv?type=install')).status).toBe(200);
    const [whole, one] = await eventsOf(admin, '?type=export');
    expect(one).toMatchObject({ originName: 'Extracted', fields: ['activities'] });
    expect(whole).toMatchObject({ typeEntity: 'organisation', originName: 'Levain', fields: ['history'] });
  });
});

describe('AUD-01 the record of refused calls', () => {
  it('names who asked, for what, and the reason; a wrong password names the account that was tried', async () => {
    const person = await aPerson(server, 'user', organisation, { without: ['ROLE_TAG_CREATE'] });
    const tag = (await admin.post('/tags', { name: 'Kept' })).expect(201) as { id: string };
    (await person.post('/tags', { name: 'Mine' })).expect(403);
    (await person.delete(`/structures/${tag.id}`)).expect(404);
    await signedIn(server, person.email, 'not the password').catch(() => undefined);
    const refused = await eventually(async () => {
      const events = await eventsOf(admin, `?type=refusal&actor=${person.userId}`);
      return events.length === 3 ? events : null;
    });
    expect(refused.map(({ refusal }) => refusal).reverse()).toEqual([
      { reason: '403', status: 403, call: 'POST /api/tags' },
      { reason: '404', status: 404, call: `DELETE /api/structures/${tag.id}` },
      { reason: 'sign-in refused', status: 401, call: 'POST /api/login' },
    ]);
  });

  it('contains no calls without a session, and none for a page that shows something just deleted', async () => {
    const before = (await admin.get('/history?type=refusal')).body['hydra:totalItems'];
    expect((await admin.get('/machines/00000000-0000-7000-8000-000000000000')).status).toBe(404);
    await signedIn(server, 'nobody@house.test', 'not the password').catch(() => undefined);
    // A recorded refusal after them, as a marker.
    expect((await admin.get('/software_updates')).status).toBe(403);
    await eventually(async () =>
      (await admin.get('/history?type=refusal')).body['hydra:totalItems'] === before + 1 ? true : null,
    );
  });
});

describe('AUD-01 the page of all activity', () => {
  it('is filtered by kind, by structure with those below, by name and by organisation, and can be downloaded', async () => {
    const town = await aStructure(server, admin, 'Town');
    const shop = (await admin.post('/structures', { name: 'Shop', parent: town })).expect(201) as { id: string };
    const oven = await aMachine(admin, { name: 'Four du quartier', structure: shop.id });
    expect(told(await eventsOf(admin, `?place=${town}&entity=machine&type=creation`))).toEqual([
      'creation Four du quartier',
    ]);
    expect(told(await eventsOf(admin, '?q=du quart&type=creation'))).toEqual(['creation Four du quartier']);
    expect(await eventsOf(admin, '?q=du%25quart')).toEqual([]);
    const file = (await admin.get(`/history.csv?place=${town}&type=creation`)).body as string;
    expect(file.split('\r\n').filter((line) => line.includes('Four du quartier'))).toHaveLength(1);
    const stranger = await anOrganisation(server, 'Epi');
    const other = await aPerson(server, 'clientAdmin', stranger);
    (await other.post('/tags', { name: 'Elsewhere' })).expect(201);
    expect(told(await eventsOf(maker, `?organisation=${stranger}`))).toEqual([
      'creation Elsewhere',
      expect.stringMatching(/^signIn /),
    ]);
    expect((await maker.get('/history/organisations')).body).toEqual(
      expect.arrayContaining([{ id: stranger, name: 'Epi' }]),
    );
    // Filters by another organisation's structure or organisation find nothing.
    expect(await eventsOf(other, `?place=${town}`)).toEqual([]);
    expect((await other.get(`/history?organisation=${organisation}`)).status).toBe(400);
    expect((await other.get(`/history?entity=machine&thing=${oven.id}`)).body['hydra:totalItems']).toBe(0);
    expect((await other.get(`/history?thing=${oven.id}`)).body.violations[0].propertyPath).toBe('entity');
  });

  it('is open to client admins and the super admin only; in a record’s history a user reads no network address and no names of people', async () => {
    const delegate = await aPerson(server, 'user', organisation);
    const technician = await aPerson(server, 'technician', null);
    for (const somebody of [delegate, technician]) expect((await somebody.get('/history')).status).toBe(403);
    const shop = await aStructure(server, admin, 'Bastille', { related: delegate });
    (await admin.put(`/structures/${shop}`, { userInCharge: delegate.userId, name: 'Bastille 2' })).expect(200);
    const [event] = await eventsOf(delegate, '/full', `/history/structure/${shop}`);
    expect(event).toMatchObject({
      changes: [{ field: 'name' }],
      fields: ['name', 'userInCharge'],
      address: null,
      userAgent: null,
    });
    const [own] = await eventsOf(delegate, '?type=signIn', '/profile/history');
    expect(own).toMatchObject({ typeEvent: 'signIn', address: '127.0.0.1' });
  });
});

describe('AUD-01 the append-only record', () => {
  it('cannot be changed or deleted by any login or by the owner of the tables', async () => {
    for (const words of [
      'delete from "historyEvents"',
      `update "historyEvents" set type = 'creation'`,
      `update "historyEvents" set "actorName" = 'Somebody'`,
    ])
      await expect(server.ownerQuery(words)).rejects.toThrow(/never changed|for a year at least/);
    await expect(server.ownerQuery('truncate "historyEvents"')).rejects.toThrow('The history is never emptied.');
  });

  it('IMP-05 keeps for the maker the end of a deleted organisation and who signed in as its people', async () => {
    const gone = await anOrganisation(server, 'Gone');
    const client = await aPerson(server, 'clientAdmin', gone);
    await server.ownerQuery('update users set "isEuroFourControl" = true where id = $1', [client.userId]);
    const { securityCode } = (await client.post('/profile/security-code')).expect(200) as { securityCode: string };
    (await maker.post(`/control/user/${client.userId}`, { id: client.userId, activationCode: securityCode })).expect(
      200,
    );
    (await maker.delete(`/client-admins/${client.userId}?what=organisation&society=Gone`)).expect(204);
    await server.ownerQuery(`update organisations set "endsAt" = now() - interval '1 second' where id = $1`, [gone]);
    expect(await deletedOrganisations.remove(server.services)).toBe(1);
    await eventually(async () =>
      (await server.ownerQuery('select from organisations where id = $1', [gone])).length === 0 ? true : null,
    );
    const visits = (await maker.get('/history/impersonalization')).body['hydra:member'] as {
      society: string;
      fullName: string;
    }[];
    expect(visits).toContainEqual(expect.objectContaining({ society: 'Gone' }));
    expect(told(await eventsOf(maker, `?organisation=${gone}`))[0]).toBe('deletion Gone');
    expect((await maker.get('/history/organisations')).body).toContainEqual({ id: gone, name: 'Gone' });
  });

  it('is deleted by its retention rule after a year at the earliest', async () => {
    await server.ownerQuery(
      `insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "actorName", at)
       select gen_random_uuid(), $1, 'update', 'machine', gen_random_uuid(), 'ancient', 'Ada',
         now() - n * interval '1 day' from unnest(array[3649, 3690, 3691]) n`,
      [organisation],
    );
    expect(await historyRetention.due(server.services)).toBe(2);
    expect(await historyRetention.remove(server.services)).toBe(2);
    expect(told(await eventsOf(admin, '?q=ancient'))).toHaveLength(1);
  });

  it('AUD-01 replaces the name of a person whose account is deleted with a number, keeps every event and no mail', async () => {
    const person = await aPerson(server, 'user', organisation);
    const shop = await aStructure(server, admin, 'Nation', { related: person });
    (await admin.put(`/structures/${shop}`, { userInCharge: person.userId })).expect(200);
    const program = await aProgram(person, { name: 'Theirs' });
    expect((await admin.post(`/history/people/${person.userId}/forget`)).status).toBe(409);
    (await admin.delete(`/users/${person.userId}`)).expect(204);
    const [one] = (await eventsOf(admin, `?actor=${person.userId}`)).map(({ actionner }) => actionner.fullName);
    const count = (await admin.get('/history')).body['hydra:totalItems'];
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await stranger.post(`/history/people/${person.userId}/forget`)).status).toBe(404);
    const mailsNaming = () =>
      server.ownerQuery('select from mails where "toName" = $1 or text like $2', [one, `%${one}%`]);
    await server.ownerQuery(
      `insert into mails (id, "organisationId", reason, "toAddress", "toName", subject, text, html, "createdAt", "sentAt")
       values (gen_random_uuid(), $1, $2, $3, $4, 'Changes', 'Hello', '', now(), now()),
         (gen_random_uuid(), null, $5, $3, 'As they were named before', 'Your link', 'Hello', '', now(), now()),
         (gen_random_uuid(), $1, 'to a colleague', 'ada@levain.test', 'Ada', 'Changes', $6, '', now(), now())`,
      [organisation, 'to them', person.email, one, `reset ${person.userId} 1`, `${one} changed a program`],
    );
    expect(await mailsNaming()).toHaveLength(2);
    (await admin.post(`/history/people/${person.userId}/forget`)).expect(204);
    await expect.poll(mailsNaming).toEqual([]);
    expect(await server.ownerQuery('select from mails where "toAddress" = $1', [person.email])).toEqual([]);
    const after = await eventsOf(admin, '?itemsPerPage=500');
    expect((await admin.get('/history')).body['hydra:totalItems']).toBe(count + 1);
    expect(JSON.stringify(after)).not.toContain(one);
    expect(JSON.stringify(after)).not.toContain(person.email);
    const theirs = after.filter(({ actionner }) => actionner.id === person.userId);
    expect(new Set(theirs.map(({ actionner, address }) => [actionner.fullName, address].join()))).toEqual(
      new Set([`${theirs[0]?.actionner.fullName},`]),
    );
    expect(theirs[0]?.actionner.fullName).toBe('#1');
    expect((await admin.get(`/programs/${program.id}`)).body.createdBy?.fullName ?? '').not.toContain(one);
  });
});
