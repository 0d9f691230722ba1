import { rights } from '@fournil/contract/rights/rights';
import type { UserDetail } from '@fournil/contract/users/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs, signedIn } from '../testing/api.ts';
import { anOrganisation, aPerson, aStructure, type Person, password, userFields } from '../testing/builders.ts';
import { linkTo, mailsTo } from '../testing/mailbox.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let user: Person;
let other: Person;
let staff: Record<'superAdmin' | 'technician', Person>;
const _count = 0;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation);
  other = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  staff = {
    superAdmin: await aPerson(server, 'superAdmin', null),
    technician: await aPerson(server, 'technician', null),
  };
});
afterAll(() => server.close());

async function created(fields: Record<string, unknown> = {}): Promise<UserDetail> {
  return (await admin.post('/users', userFields(fields))).expect(201) as UserDetail;
}

describe('USR-05 a client admin who creates a user', () => {
  it('RGT-03 gives every right in their own organisation, in the structures that were named', async () => {
    const structure = await aStructure(server, admin, 'Shop');
    const made = await created({ structures: [structure], description: 'Baker', phone: '0102030405' });
    expect(made).toMatchObject({
      kind: 'user',
      roles: ['ROLE_USER'],
      active: true,
      emailVerified: false,
      description: 'Baker',
      society: 'Maison Petit',
    });
    expect(made.structures.map(({ id }) => id)).toEqual([structure]);
    expect(made.rights).toEqual(rights);
    expect(
      (await server.ownerQuery('select "organisationId", "passwordHash" from users where id = $1', [made.id]))[0],
    ).toEqual({
      organisationId: organisation,
      passwordHash: null,
    });
    expect(
      (await admin.get(`/history/user/${made.id}/full`)).body['hydra:member'].map(
        (one: { typeEvent: string }) => one.typeEvent,
      ),
    ).toContain('creation');
  });

  it('can copy the rights of a person with the same work', async () => {
    const model = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_DELETE'] });
    expect((await created({ rightsOf: model.userId })).rights).toEqual(
      rights.filter((right) => right !== 'ROLE_MACHINE_DELETE'),
    );
    const foreign = await aPerson(server, 'user', other.organisationId);
    for (const rightsOf of [foreign.userId, newId(), admin.userId]) {
      const answer = await admin.post('/users', userFields({ rightsOf }));
      expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, 'rightsOf']);
    }
  });

  it.each([
    ['roles', ['ROLE_CLIENT_ADMIN']],
    ['kind', 'superAdmin'],
    ['organisation', newId()],
    ['organisationId', newId()],
    ['active', true],
    ['emailVerified', false],
    ['passwordHash', 'x'],
    ['securityCode', '12345678'],
    ['activationCode', '12345678'],
    ['isEuroFourControl', true],
    ['remoteParamsEdit', true],
    ['googleAuthenticatorConfirmed', true],
    ['username', 'x'],
    ['rights', []],
  ])('USR-04 gets a refusal that names %s and no other field', async (field, value) => {
    for (const answer of [
      await admin.post('/users', userFields({ [field]: value })),
      await admin.put(`/users/${user.userId}`, { [field]: value }),
    ]) {
      if (field === 'active' && answer.status === 200) continue;
      expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, field]);
    }
  });

  it.each([
    ['firstName', 'x'.repeat(256)],
    ['lastName', ''],
    ['email', 'nobody'],
    ['email', `${'x'.repeat(196)}@a.fr`],
    ['description', 'x'.repeat(256)],
    ['phone', '0'.repeat(16)],
    ['zipcode', '12345678'],
    ['society', ' '],
    ['street', undefined],
    ['city', undefined],
    ['country', 'XX'],
    ['timezone', 'Mars/Olympus'],
    ['countryCode', 'DE'],
    ['temperatureUnitPreference', 'K'],
  ])('USR-04 USR-09 is told of an invalid %s by its name', async (field, value) => {
    const answer = await admin.post('/users', userFields({ [field]: value }));
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, field]);
  });

  it('USR-09 is told that an address is in use, and twenty requests at once create one account', async () => {
    const body = userFields();
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post('/users', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.violations[0]).toMatchObject({
      propertyPath: 'email',
      key: 'custom.validation.emailTaken',
    });
    expect(
      (await admin.post('/users', userFields({ email: `  ${staff.superAdmin.email.toUpperCase()}` }))).status,
    ).toBe(422);
  });

  it('cannot assign a structure of another organisation', async () => {
    const theirs = await aStructure(server, other, 'Theirs');
    const answer = await admin.post('/users', userFields({ structures: [theirs] }));
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, 'structures.0']);
  });
});

describe('USR-04 a new user', () => {
  it('sets the password by the link in the mail, which nobody else sees', async () => {
    const { email } = await created();
    expect((await apiAs(server, null).post('/login', { username: email, password })).status).toBe(401);
    const token = await linkTo(server, email, 'activate');
    const nobody = apiAs(server, null);
    expect((await nobody.post('/token/verify', { token })).body).toMatchObject({
      kind: 'activation',
      needsPassword: true,
    });
    // Without a password the link is not used up.
    const answer = await nobody.post('/activate', { token });
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, 'newPassword']);
    expect((await nobody.post('/activate', { token, newPassword: email })).status).toBe(422);
    expect((await nobody.post('/activate', { token, newPassword: 'pain au levain' })).status).toBe(204);
    expect((await nobody.post('/activate', { token, newPassword: 'another password' })).status).toBe(404);
    expect((await signedIn(server, email, 'pain au levain')).token).toBeTruthy();
  });

  it.each([
    ['EN', /Ada Test( \d+)? has created a Fournil account for you in Organisation \d+\./, 'choose your password'],
    [
      'FR',
      /Ada Test( \d+)? a créé pour vous un compte Fournil dans Organisation \d+\./,
      'choisissez votre mot de passe',
    ],
  ])(
    'REG-04 USR-05 is told in the mail who created the account and for which organisation (%s)',
    async (countryCode, who, what) => {
      const { email } = await created({ countryCode });
      await linkTo(server, email, 'activate');
      const [mail = ''] = await mailsTo(server, email);
      const text = Buffer.from(mail, 'latin1').toString('utf8');
      expect(text).toMatch(who);
      expect(text).toContain(what);
    },
  );

  it('PWD-03 gets the link again from their client admin, and from nobody else', async () => {
    const { email } = await created();
    const first = await linkTo(server, email, 'activate');
    expect((await admin.post('/reset/child', { email })).status).toBe(204);
    expect(await linkTo(server, email, 'activate', 2)).not.toBe(first);
    const nil = await admin.post('/reset/child', { email: 'nobody@house.test' });
    for (const somebody of [other, staff.technician, staff.superAdmin, admin]) {
      const answer = await admin.post('/reset/child', { email: somebody.email });
      expect([answer.status, answer.body.detail]).toEqual([404, nil.body.detail]);
    }
    for (const somebody of [other, staff.technician, staff.superAdmin, admin])
      expect(await mailsTo(server, somebody.email)).toEqual([]);
    expect((await user.post('/reset/child', { email })).status).toBe(403);
  });

  it('PWD-03 gets each link that is answered with 204, whoever asked before, and 429 says that no more are sent', async () => {
    const { email, userId } = await aPerson(server, 'user', admin.organisationId);
    const nobody = apiAs(server, null);
    // One after the other, because a mail is not sent any more when a newer link has replaced its own.
    for (let asked = 1; asked <= 3; asked += 1) {
      expect((await nobody.post('/reset', { email })).status).toBe(202);
      await linkTo(server, email, 'reset-password', asked);
    }
    for (let asked = 4; asked <= 8; asked += 1) {
      expect((await admin.post('/reset/child', { email })).status).toBe(204);
      await linkTo(server, email, 'reset-password', asked);
    }
    const { status, body } = await admin.post('/reset/child', { email });
    expect([status, body.retryAfterSeconds]).toEqual([429, expect.any(Number)]);
    await server.ownerQuery('update users set active = false where id = $1', [userId]);
    server.advance(2 * 3600);
    expect((await admin.post('/reset/child', { email })).status).toBe(409);
  });
});

it('REG-03 a user is created from the documents’ fields, and a password among them is ignored', async () => {
  const { timezone: _, ...documented } = userFields();
  const made = (await admin.post('/users', { ...documented, password: 'chosen by another' })).expect(201) as UserDetail;
  expect(made.timezone).toBe('UTC');
  const [row] = await server.ownerQuery('select "passwordHash" from users where id = $1', [made.id]);
  expect(row).toEqual({ passwordHash: null });
  const changed = await admin.put(`/users/${made.id}`, { password: 'chosen by another' });
  expect([changed.status, changed.body.violations[0].propertyPath]).toEqual([422, 'password']);
});

describe('the mails that a client admin causes', () => {
  it('are limited to twenty in ten minutes for an organisation; then the answer is 429 with the time to wait, and nothing is created', async () => {
    const boss = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const second = await aPerson(server, 'clientAdmin', boss.organisationId);
    // All requests within one counting window.
    const left = 600 - ((server.services.now().getTime() / 1000) % 600);
    if (left < 60) server.advance(left + 1);
    for (let index = 0; index < 20; index += 1)
      (await [boss, second][index % 2]?.post('/users', userFields()))?.expect(201);
    const refused = await boss.post('/users', userFields());
    expect(refused.status).toBe(429);
    expect(refused.body.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.body.retryAfterSeconds).toBeLessThanOrEqual(600);
    expect((await boss.get('/users')).body['hydra:totalItems']).toBe(22);
    expect((await admin.post('/users', userFields())).status).toBe(201);
    server.advance(refused.body.retryAfterSeconds);
    expect((await second.post('/users', userFields())).status).toBe(201);
  });
});
