import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, signedIn } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import * as mailbox from '../../testing/mailbox.ts';
import { eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { refuseGuessable } from './refuseGuessable.ts';

let server: TestServer;
let organisation: string;
const nobody = () => apiAs(server, null);

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
});
afterAll(() => server.close());

const mailsTo = (address: string) => mailbox.mailsTo(server, address);
const linkTo = (address: string, path: string, count = 1) => mailbox.linkTo(server, address, path, count);
const change = (body: object) => nobody().post('/change-password', body);
const registration = (email: string, fields: object = {}) => ({
  email,
  password: 'pétrir à la main',
  firstName: 'Ada',
  lastName: 'Nouvelle',
  society: 'Le Pétrin "neuf"',
  street: '1 rue du Four',
  zipcode: '69001',
  city: 'Lyon',
  country: 'FR',
  timezone: 'Europe/Paris',
  countryCode: 'FR',
  ...fields,
});

describe('PWD-01 PWD-02 a forgotten password', () => {
  it('is replaced by a link in a mail that works once and ends every session', async () => {
    const person = await aPerson(server, 'user', organisation, { language: 'FR' });
    expect((await nobody().post('/reset', { email: person.email.toUpperCase() })).status).toBe(202);
    const token = await linkTo(person.email, 'reset-password');
    expect((await nobody().post('/token/verify', { token })).body).toEqual({
      token,
      kind: 'reset',
      needsPassword: false,
    });
    expect((await mailsTo(person.email))[0]).toContain('https://console.fournil.test/#/reset-password/');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => change({ token, newPassword: 'une autre fournée' })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await nobody().post('/token/verify', { token })).status).toBe(404);
    await eventually(async () => (await person.get('/profile')).status === 401);
    expect((await (await signedIn(server, person.email, 'une autre fournée')).get('/profile')).status).toBe(200);
    expect((await nobody().post('/login', { username: person.email, password })).status).toBe(401);
    await eventually(async () => (await mailsTo(person.email)).length === 2);
  });

  it('for an unknown address gets the same answer, and no mail is sent', async () => {
    const known = await aPerson(server, 'user', organisation);
    const [one, other] = [
      await nobody().post('/reset', { email: known.email }),
      await nobody().post('/reset', { email: 'nobody@nowhere.test' }),
    ];
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    await linkTo(known.email, 'reset-password');
    expect(await mailsTo('nobody@nowhere.test')).toEqual([]);
  });

  it('REG-05 has a link that works only for its purpose, until it expires or a newer one is sent', async () => {
    const person = await aPerson(server, 'user', organisation);
    await nobody().post('/reset', { email: person.email });
    const first = await linkTo(person.email, 'reset-password');
    await nobody().post('/reset', { email: person.email });
    const second = await linkTo(person.email, 'reset-password', 2);
    expect((await change({ token: first, newPassword: 'a fresh batch' })).status).toBe(404);
    expect((await nobody().post('/activate', { token: second })).status).toBe(404);
    expect((await nobody().post('/token/verify', { token: person.token })).status).toBe(422);
    server.advance(3601);
    expect((await change({ token: second, newPassword: 'a fresh batch' })).body).toMatchObject({
      status: 404,
      key: 'custom.auth.token_not_verified',
    });
    server.advance(-3601);
    expect((await change({ token: second, newPassword: 'a fresh batch' })).status).toBe(204);
  });

  it('can be requested only a few times per account, and its link is nowhere in the database', async () => {
    const person = await aPerson(server, 'user', organisation);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await nobody().post('/reset', { email: person.email })).status);
    expect(statuses).toContain(429);
    const token = await linkTo(person.email, 'reset-password');
    const rows = await eventually(async () => {
      const found = await server.ownerQuery<{ all: string; secret: string | null }>(
        `select mails::text as all, secret from mails where "toAddress" = $1`,
        [person.email],
      );
      return found.every(({ secret }) => secret === null) ? found : null;
    });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await server.ownerQuery('select * from "accountTokens"'))).not.toContain(token);
  });
});

describe('PWD-02 PWD-04 a new password', () => {
  let person: Person;
  beforeAll(async () => {
    person = await aPerson(server, 'clientAdmin', organisation);
  });

  it.each([
    ['seven77', 'custom.validation.passwordLength'],
    ['x'.repeat(65), 'custom.validation.passwordLength'],
    ['😀'.repeat(65), 'custom.validation.passwordLength'],
    ['password', 'custom.validation.passwordCommon'],
    ['AZERTYUIOP', 'custom.validation.passwordCommon'],
    ['fournil2026', 'custom.validation.passwordCommon'],
    ['Boulangerie75!', 'custom.validation.passwordCommon'],
    ['Michael2024', 'custom.validation.passwordCommon'],
    ['dr4gon12345', 'custom.validation.passwordCommon'],
    ['trustno1', 'custom.validation.passwordCommon'],
    ['abcabcabcabc', 'custom.validation.passwordCommon'],
    [password, 'custom.validation.passwordSame'],
  ])('may not be %s', async (newPassword, key) => {
    const { status, body } = await person.post('/change-password', { newPassword, lastPassword: password });
    expect([status, body.violations[0].propertyPath, body.violations[0].key]).toEqual([422, 'newPassword', key]);
  });

  it('SEC-03 may not be one of the 3,000 commonest, also followed by a year, and may be one that a generator makes', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const passes: string[] = [];
    for (const word of dictionary['passwords-common'].slice(0, 3000).map(String)) {
      const tried = word.length < 8 ? `${word}2026` : word;
      await refuseGuessable({ emailKey: 'nobody@house.test' }, tried, 'password').then(
        () => passes.push(tried),
        () => undefined,
      );
    }
    expect(passes).toEqual([]);
    for (const good of ['Xk7-plaid-Tundra', '94c1f0a86bd2', 'pétrir à la main', 'zqvxjkwp'])
      await refuseGuessable({ emailKey: 'nobody@house.test' }, good, 'password');
  });

  it('SEC-03 may not be a former one, neither by a link nor after a former address was restored', async () => {
    const somebody = await aPerson(server, 'user', organisation);
    await nobody().post('/reset', { email: somebody.email });
    const token = await linkTo(somebody.email, 'reset-password');
    const same = await change({ token, newPassword: password });
    expect([same.status, same.body.violations?.[0]?.key]).toEqual([422, 'custom.validation.passwordSame']);
    await server.ownerQuery(
      'update users set "formerPasswordHash" = "passwordHash", "passwordHash" = null where id = $1',
      [somebody.userId],
    );
    expect((await change({ token, newPassword: password })).body.violations?.[0]?.key).toBe(
      'custom.validation.passwordSame',
    );
    expect((await change({ token, newPassword: 'la levée du matin' })).status).toBe(204);
  });

  it('needs the present one, keeps this session, ends the others, and counts every character', async () => {
    const elsewhere = await signedIn(server, person.email, password);
    const wrong = await person.post('/change-password', { newPassword: 'a long enough one', lastPassword: 'not mine' });
    expect([wrong.status, wrong.body.violations[0].propertyPath]).toEqual([422, 'lastPassword']);
    expect(
      (await person.post('/change-password', { newPassword: person.email, lastPassword: password })).body.violations[0]
        .key,
    ).toBe('custom.validation.passwordOwn');
    const [long, other] = [`${'😀'.repeat(63)}a`, `${'😀'.repeat(63)}b`];
    expect((await person.post('/change-password', { newPassword: long, lastPassword: password })).status).toBe(204);
    expect((await person.get('/profile')).status).toBe(200);
    await eventually(async () => (await elsewhere.get('/profile')).status === 401);
    expect((await nobody().post('/login', { username: person.email, password: other })).status).toBe(401);
    expect((await nobody().post('/login', { username: person.email, password: long })).status).toBe(200);
    expect((await change({ newPassword: 'a long enough one' })).status).toBe(401);
  });
});

describe('REG-01 REG-03 REG-04 registration', () => {
  it('creates a client admin with an organisation of their own, once the link is opened', async () => {
    const email = 'petrin@neuf.test';
    expect((await nobody().post('/register', registration(email))).status).toBe(202);
    const early = await nobody().post('/login', { username: email, password: 'pétrir à la main' });
    expect([early.status, early.body.detail]).toEqual([401, 'The user’s account is not activated']);
    expect((await nobody().post('/login', { username: email, password: 'wrong wrong' })).body.detail).toBe(
      'Unknown email or password',
    );
    const token = await linkTo(email, 'activate');
    expect((await mailsTo(email))[0]).toContain('Activez votre compte Fournil'.slice(0, 12));
    expect((await nobody().post('/activate', { token })).status).toBe(204);
    expect((await nobody().post('/activate', { token })).status).toBe(404);
    const admin = await signedIn(server, email, 'pétrir à la main');
    expect((await admin.get('/profile')).body.profile).toMatchObject({
      kind: 'clientAdmin',
      society: 'Le Pétrin "neuf"',
      countryCode: 'FR',
      timezone: 'Europe/Paris',
    });
    expect((await admin.get('/machines')).body['hydra:totalItems']).toBe(0);
  });

  it('REG-01 accepts the documents’ fields, sets UTC where no timezone is sent, and names each broken rule', async () => {
    const { timezone: _, ...documented } = registration('sans.fuseau@neuf.test');
    expect((await nobody().post('/register', documented)).status).toBe(202);
    const [row] = await server.ownerQuery(`select timezone from users where email = 'sans.fuseau@neuf.test'`);
    expect(row).toEqual({ timezone: 'UTC' });
    for (const [fields, said] of [
      [{ zipcode: 'SW1A 1AAB' }, 'zipcode ra.validation.maxLength'],
      [{ country: 'ZZ' }, 'country custom.validation.invalid'],
      [{ country: '' }, 'country ra.validation.required'],
    ] as const) {
      const { status, body } = await nobody().post('/register', { ...documented, ...fields });
      expect([
        status,
        body.violations.map((one: { propertyPath: string; key: string }) => `${one.propertyPath} ${one.key}`),
      ]).toEqual([422, [said]]);
    }
  });

  it('answers the same for an address in use, tells its owner by mail, and creates no second account', async () => {
    const owner = await aPerson(server, 'clientAdmin', organisation);
    const answers = [
      await nobody().post('/register', registration('fresh@neuf.test')),
      await nobody().post('/register', registration(owner.email.toUpperCase())),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, { accepted: true }],
      [202, { accepted: true }],
    ]);
    await eventually(async () => (await mailsTo(owner.email)).some((mail) => mail.includes('already')));
    const [count] = await server.ownerQuery<{ count: number }>(
      'select count(*)::int from users where "emailKey" = $1',
      [owner.email.toLowerCase()],
    );
    expect(count?.count).toBe(1);
  });

  it('REG-03 REG-04 with an address that waits for activation says so by a key and sends the link again', async () => {
    const email = 'encore@neuf.test';
    await nobody().post('/register', registration(email));
    await linkTo(email, 'activate');
    const early = await nobody().post('/login', { username: email, password: 'pétrir à la main' });
    expect([early.status, early.body.key]).toEqual([401, 'custom.auth.account_not_activated']);
    expect((await nobody().post('/register', registration(email, { password: 'une autre fournée' }))).status).toBe(202);
    const token = await linkTo(email, 'activate', 2);
    expect((await mailsTo(email)).some((mail) => mail.includes('already') || mail.includes('déjà'))).toBe(false);
    expect((await nobody().post('/activate', { token })).status).toBe(204);
    // The password of the second attempt was not set.
    expect((await nobody().post('/login', { username: email, password: 'une autre fournée' })).status).toBe(401);
    expect((await nobody().post('/login', { username: email, password: 'pétrir à la main' })).status).toBe(200);
  });

  it('REG-04 sends a link that is valid for 48 hours and can be sent again', async () => {
    const email = 'late@neuf.test';
    await nobody().post('/register', registration(email));
    const first = await linkTo(email, 'activate');
    server.advance(48 * 3600 + 1);
    expect((await nobody().post('/activate', { token: first })).status).toBe(404);
    expect((await nobody().post('/register/resend', { email })).status).toBe(202);
    const second = await linkTo(email, 'activate', 2);
    expect((await nobody().post('/activate', { token: second })).status).toBe(204);
    server.advance(-(48 * 3600 + 1));
  });

  it.each([
    ['email', { email: 'not an address' }],
    ['email', { email: `${'x'.repeat(200)}@x.test` }],
    ['password', { password: 'short' }],
    ['firstName', { firstName: ' ' }],
    ['lastName', { lastName: 'x'.repeat(101) }],
    ['street', { street: '' }],
    ['zipcode', { zipcode: undefined }],
    ['city', { city: null }],
    ['country', { country: 'XX' }],
    ['timezone', { timezone: 'Europe/Nowhere' }],
    ['society', { society: '' }],
    ['kind', { kind: 'superAdmin' }],
    ['password', { email: 'boulanger-du-coin@neuf.test', password: 'boulanger-du-coin' }],
  ])('names the invalid field %s of %j', async (field, wrong) => {
    const { status, body } = await nobody().post('/register', registration('wrong@neuf.test', wrong));
    expect([status, body.violations[0].propertyPath]).toEqual([422, field]);
  });
});
