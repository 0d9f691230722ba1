import type { UserDetail } from '@fournil/contract/users/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs, signedIn } from '../testing/api.ts';
import {
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  type Person,
  password,
  userFields,
} from '../testing/builders.ts';
import { linkTo, mailsTo } from '../testing/mailbox.ts';
import { eventually } from '../testing/oven.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let user: Person;
let staff: Record<'superAdmin' | 'technician', Person>;
let count = 0;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation);
  staff = {
    superAdmin: await aPerson(server, 'superAdmin', null),
    technician: await aPerson(server, 'technician', null),
  };
});
afterAll(() => server.close());

it('USR-08 HIS-02 the history says whether a user was disabled or enabled', async () => {
  const { userId } = await aPerson(server, 'user', organisation);
  for (const active of [false, true]) (await admin.put(`/users/${userId}`, { active })).expect(200);
  const events = (await admin.get(`/history/user/${userId}/full`)).body['hydra:member'] as { fields: string[] }[];
  expect(events.map(({ fields }) => fields).slice(0, 2)).toEqual([['+active'], ['-active']]);
});

describe('USR-05 editing a user:', () => {
  it('API-06 the second editor is refused, and the first one’s change is kept', async () => {
    const made = (await admin.post('/users', userFields())).expect(201) as UserDetail;
    expect((await admin.get(`/users/${made.id}`)).headers['etag']).toMatch(new RegExp(`^"${made.version}\\.`));
    const first = (await admin.put(`/users/${made.id}`, { city: 'Lyon' }, { 'if-match': `"${made.version}"` })).expect(
      200,
    ) as UserDetail;
    expect((await admin.put(`/users/${made.id}`, { city: 'Nice' }, { 'if-match': `"${made.version}"` })).status).toBe(
      412,
    );
    expect((await admin.get(`/users/${made.id}`)).body).toMatchObject({ city: 'Lyon', version: first.version });
  });

  it('USR-05 PRO-05 IMP-06 all fields of the documents are accepted, with picture and consent, by PUT and by PATCH', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    const path = `/users/${somebody.userId}`;
    const imageBase64 = await asBase64(aPicture().png());
    const listed = {
      firstName: 'Nina',
      society: 'Maison',
      displayDatePreference: 2,
      temperatureUnitPreference: 'F',
      imageBase64,
    };
    const changed = (await admin.put(path, listed)).expect(200) as UserDetail;
    expect(changed).toMatchObject({
      firstName: 'Nina',
      displayDatePreference: 2,
      temperatureUnitPreference: 'F',
      isEuroFourControl: false,
    });
    expect(changed.imageUrl).toMatch(/^\/api\/images\/file\//);
    // Both or neither.
    const broken = await admin.put(path, {
      firstName: 'Other',
      imageBase64: Buffer.from('no picture').toString('base64'),
    });
    expect([broken.status, broken.body.violations[0].propertyPath]).toEqual([422, 'imageBase64']);
    expect((await admin.put(path, { imageBase64, email: admin.email })).status).toBe(422);
    expect((await admin.get(path)).body).toMatchObject({ firstName: 'Nina', imageUrl: changed.imageUrl });
    expect((await admin.call('PATCH', path, { imageBase64: null, city: 'Nice' })).body).toMatchObject({
      imageUrl: null,
      city: 'Nice',
      firstName: 'Nina',
    });

    // Only its owner gives a consent; an administrator withdraws it, and may send it back unchanged.
    expect((await admin.put(path, { isEuroFourControl: false })).status).toBe(200);
    expect((await admin.put(path, { isEuroFourControl: true })).body.violations[0]).toMatchObject({
      propertyPath: 'isEuroFourControl',
      key: 'custom.validation.notYours',
    });
    await somebody.call('PATCH', '/profile', { isEuroFourControl: true });
    expect((await admin.put(path, { isEuroFourControl: true, city: 'Lyon' })).status).toBe(200);
    expect((await admin.put(path, { isEuroFourControl: false })).body).toMatchObject({ isEuroFourControl: false });
    expect((await admin.put(`/users/${admin.userId}`, { isEuroFourControl: true })).body).toMatchObject({
      isEuroFourControl: true,
    });
    expect((await admin.put(`/users/${admin.userId}`, { isEuroFourControl: false })).status).toBe(200);
    const byStaff = await staff.superAdmin.put(`/users/${admin.userId}`, { imageBase64 });
    expect([byStaff.status, byStaff.body.violations[0].propertyPath]).toEqual([422, 'imageBase64']);
    expect((await staff.superAdmin.put(`/users/${admin.userId}`, { isEuroFourControl: true })).status).toBe(422);
  });

  it('PRO-02 the profile is changed by PATCH as by PUT, also as a merge patch', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    expect((await somebody.call('PATCH', '/profile', { city: 'Brest' })).body).toMatchObject({ city: 'Brest' });
    const answer = await server.web.server.inject({
      method: 'PATCH',
      url: '/api/profile',
      headers: { authorization: `Bearer ${somebody.token}`, 'content-type': 'application/merge-patch+json' },
      payload: JSON.stringify({ phone: '0102030405' }),
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ city: 'Brest', phone: '0102030405' }),
    ]);
    expect((await somebody.call('PATCH', '/profile', { kind: 'superAdmin' })).status).toBe(422);
  });

  it('the path names the user, whatever the body contains', async () => {
    const sent = { '@id': `/api/users/${admin.userId}`, id: admin.userId, city: 'Lyon' };
    const answer = await admin.put(`/users/${user.userId}`, sent);
    expect([answer.status, answer.body.id, answer.body.city]).toEqual([200, user.userId, 'Lyon']);
  });

  it('a changed address must be confirmed again, and ends the open sessions', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    const email = 'moved@house.test';
    (await admin.put(`/users/${somebody.userId}`, { email })).expect(200);
    expect((await somebody.get('/profile')).status).toBe(401);
    expect((await apiAs(server, null).post('/login', { username: email, password })).status).toBe(401);
    expect(
      (await apiAs(server, null).post('/activate', { token: await linkTo(server, email, 'activate') })).status,
    ).toBe(204);
    expect((await signedIn(server, email, password)).token).toBeTruthy();
    expect((await admin.put(`/users/${somebody.userId}`, { email: admin.email })).body.violations[0]).toMatchObject({
      propertyPath: 'email',
    });
  });

  it('a user edits nobody, and nobody edits their own address or access here', async () => {
    expect((await user.put(`/users/${user.userId}`, { firstName: 'X' })).status).toBe(403);
    expect((await user.get(`/users/${user.userId}`)).status).toBe(403);
    for (const update of [{ email: 'mine@house.test' }, { active: false }]) {
      const answer = await admin.put(`/users/${admin.userId}`, update);
      expect([answer.status, answer.body.violations[0].key]).toEqual([422, 'custom.validation.notYours']);
    }
    expect((await admin.put(`/users/${admin.userId}`, { city: 'Lyon' })).status).toBe(200);
  });
});

describe('USR-08 a disabled user', () => {
  it('loses every session at once, control sessions in their name included', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    (await somebody.put('/profile', { isEuroFourControl: true })).expect(200);
    const { token } = (await admin.post(`/control/user/${somebody.userId}`, { id: somebody.userId })).expect(200) as {
      token: string;
    };
    const acting = apiAs(server, token);
    expect((await acting.get('/profile')).status).toBe(200);
    (await admin.put(`/users/${somebody.userId}`, { active: false })).expect(200);
    expect((await somebody.get('/profile')).status).toBe(401);
    expect((await acting.get('/profile')).status).toBe(401);
    expect((await apiAs(server, null).post('/login', { username: somebody.email, password })).body.key).toBe(
      'custom.auth.account_desactivated',
    );
    (await admin.put(`/users/${somebody.userId}`, { active: true })).expect(200);
    // Ended sessions stay ended.
    expect((await somebody.get('/profile')).status).toBe(401);
    expect((await signedIn(server, somebody.email, password)).token).toBeTruthy();
  });

  it('is never the last administrator, even when two disable each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const home = await anOrganisation(server);
      const [one, two] = [await aPerson(server, 'clientAdmin', home), await aPerson(server, 'clientAdmin', home)];
      const answers = await Promise.all([
        one.put(`/users/${two.userId}`, { active: false }),
        round % 2 === 0 ? two.put(`/users/${one.userId}`, { active: false }) : two.delete(`/users/${one.userId}`),
      ]);
      const done = answers.filter(({ status }) => status === 200 || status === 204);
      expect(done, JSON.stringify(answers.map(({ status }) => status))).toHaveLength(1);
    }
  });
});

describe('the last administrator who can sign in', () => {
  it('cannot be removed, whatever was sent to others who have not confirmed their address yet', async () => {
    const home = await anOrganisation(server);
    const [boss, invited, other] = [
      await aPerson(server, 'clientAdmin', home),
      await aPerson(server, 'clientAdmin', home),
      await aPerson(server, 'clientAdmin', home),
    ];
    await server.ownerQuery('update users set "emailVerified" = false where id = any($1)', [
      [invited.userId, other.userId],
    ]);
    const superAdmin = await aPerson(server, 'superAdmin', null);
    expect((await superAdmin.get(`/client-admins/${boss.userId}/deletion`)).body.otherAdmins).toBe(0);
    expect((await superAdmin.delete(`/client-admins/${boss.userId}?what=account`)).status).toBe(409);
    expect((await superAdmin.put(`/users/${boss.userId}`, { active: false })).status).toBe(409);
    // The invited administrator could not sign in and was not needed; the other one can sign in from here on.
    (await boss.delete(`/users/${invited.userId}`)).expect(204);
    await server.ownerQuery('update users set "emailVerified" = true where id = $1', [other.userId]);
    (await superAdmin.delete(`/client-admins/${boss.userId}?what=account`)).expect(204);
  });
});

describe('USR-05 deleting a user', () => {
  it('says what is deleted and what is kept, ends every session, and keeps their name on what they wrote', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    const program = await aProgram(somebody);
    const structure = await aStructure(server, admin, 'Shop', { related: somebody });
    expect((await admin.get(`/users/${somebody.userId}/deletion`)).body).toEqual({
      programsWritten: 1,
      structures: 1,
      inCharge: 0,
      tags: 0,
    });
    (await admin.delete(`/users/${somebody.userId}`)).expect(204);
    expect((await somebody.get('/profile')).status).toBe(401);
    expect((await admin.get(`/users/${somebody.userId}`)).status).toBe(404);
    expect((await admin.get(`/programs/${program.id}`)).body.createdBy).toEqual(program.createdBy);
    const events = (await admin.get(`/history/program/${program.id}/full`)).body['hydra:member'];
    expect(events.at(-1).actionner.fullName).toMatch(/^Ada Test/);
    expect((await admin.get(`/structures/${structure}`)).status).toBe(200);
    expect(await server.ownerQuery('select 1 from sessions where "userId" = $1', [somebody.userId])).toEqual([]);
  });

  it('is not possible for one’s own account', async () => {
    expect((await admin.delete(`/users/${admin.userId}`)).status).toBe(409);
  });
});

describe('USR-03 USR-07 the maker’s staff:', () => {
  it('a technician reads and edits client admins, but not their address, and is refused for everybody else', async () => {
    const { technician } = staff;
    expect((await technician.get(`/users/${admin.userId}`)).status).toBe(200);
    expect((await technician.put(`/users/${admin.userId}`, { city: 'Lille' })).status).toBe(200);
    expect((await admin.get(`/history/user/${admin.userId}/full`)).body['hydra:member'][0]).toMatchObject({
      actionner: { id: technician.userId },
    });
    for (const update of [{ email: 'taken.over@house.test' }, { active: false }, { remoteParamsEdit: true }]) {
      expect((await technician.put(`/users/${admin.userId}`, update)).body.violations[0].key).toBe(
        'custom.validation.notYours',
      );
    }
    for (const somebody of [user, technician, staff.superAdmin]) {
      expect((await technician.get(`/users/${somebody.userId}`)).status).toBe(403);
      expect((await technician.put(`/users/${somebody.userId}`, { firstName: 'X' })).status).toBe(403);
    }
    expect((await technician.get(`/users/${newId()}`)).status).toBe(404);
  });

  it('TEC-03 the super admin edits technicians, and gives or withdraws the right to change settings at once', async () => {
    const { superAdmin, technician } = staff;
    const roles = async () => (await technician.get('/profile')).body.profile.roles;
    expect(await roles()).not.toContain('ROLE_REMOTE_PARAMS_EDIT');
    (await superAdmin.put(`/users/${technician.userId}`, { remoteParamsEdit: true, firstName: 'Marc' })).expect(200);
    expect(await roles()).toContain('ROLE_REMOTE_PARAMS_EDIT');
    (await superAdmin.put(`/users/${technician.userId}`, { remoteParamsEdit: false })).expect(200);
    expect(await roles()).not.toContain('ROLE_REMOTE_PARAMS_EDIT');
    expect(
      (await superAdmin.put(`/users/${technician.userId}`, { society: 'X' })).body.violations[0].propertyPath,
    ).toBe('society');
    expect((await superAdmin.put(`/users/${user.userId}`, { firstName: 'X' })).status).toBe(403);
  });
});

describe('the names of technicians', () => {
  it('TEC-02 TEC-03 USR-04 may be missing, as at creation, but those of other people may not', async () => {
    const { superAdmin, technician } = staff;
    (await superAdmin.put(`/users/${technician.userId}`, { firstName: '', lastName: 'Roy' })).expect(200);
    const changed = (
      await superAdmin.put(`/users/${technician.userId}`, { firstName: null, countryCode: 'FR' })
    ).expect(200);
    expect(changed).toMatchObject({ firstName: '', lastName: 'Roy', countryCode: 'FR' });
    const nameless = (await superAdmin.put(`/users/${technician.userId}`, { lastName: null })).expect(200);
    expect(nameless).toMatchObject({ firstName: '', lastName: technician.email.split('@')[0] });
    for (const firstName of ['', null]) {
      const refused = await admin.put(`/users/${user.userId}`, { firstName });
      expect(refused.status).toBe(422);
      expect(refused.body.violations).toMatchObject([{ propertyPath: 'firstName', key: 'ra.validation.required' }]);
    }
  });
});

it('USR-05 a changed address: the former one is told that somebody else has changed it, the new one asked for confirmation', async () => {
  const person = await aPerson(server, 'user', organisation);
  const email = `moved-${++count}@house.test`;
  (await admin.put(`/users/${person.userId}`, { email })).expect(200);
  await linkTo(server, email, 'activate');
  const told = await eventually(async () => {
    const mails = await mailsTo(server, person.email);
    return mails.find((text) => text.includes('Your e-mail address was changed')) ?? null;
  });
  expect(told).toContain(email);
  expect(told).not.toContain('/activate/');
});
