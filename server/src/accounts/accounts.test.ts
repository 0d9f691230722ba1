import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { waitSeconds } from '../kit/throttle.ts';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { accountThrottle, addressThrottle, signInThrottle } from './sign-in/signInThrottles.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server, 'Maison Test');
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const nobody = () => apiAs(server, null);

describe('AUT-01 sign-in', () => {
  it('returns a token that contains id, username and roles', async () => {
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_DELETE'] });
    const claims = decodeJwt(user.token ?? '');
    expect(claims).toMatchObject({ id: user.userId, username: user.email });
    expect(claims['roles']).toContain('ROLE_USER');
    expect(claims['roles']).toContain('ROLE_MACHINE_ACCESS');
    expect(claims['roles']).not.toContain('ROLE_MACHINE_DELETE');
  });

  it.each([
    [{}, ['username', 'password']],
    [{ username: '', password: 'x' }, ['username']],
    [{ username: { $ne: null }, password: { $ne: null } }, ['username', 'password']],
    [{ username: 'a@b.c', password: 'x'.repeat(257) }, ['password']],
    [{ username: 'a@b.c', password: 'x', role: 'ROLE_SUPERADMIN' }, ['role']],
  ])('names each invalid field of %j', async (body, fields) => {
    const answer = await nobody().post('/login', body);
    expect(answer.status).toBe(422);
    expect(answer.body.violations.map((one: { propertyPath: string }) => one.propertyPath)).toEqual(fields);
  });

  it('refuses a body that is no JSON or too large, in the reader’s language', async () => {
    expect((await nobody().post('/login', '{"username":')).status).toBe(400);
    expect((await nobody().post('/login', '{"__proto__":{"admin":true},"username":"a","password":"b"}')).status).toBe(
      400,
    );
    const large = await nobody().post(
      '/login',
      { username: 'a@b.c', password: 'x'.repeat(1_100_000) },
      { 'accept-language': 'fr-FR' },
    );
    expect(large.status).toBe(413);
    expect(large.body.detail).toBe('C’est trop volumineux.');
  });
});

describe('AUT-02 a wrong pair of e-mail address and password', () => {
  it('gets the same answer in the same time for known and unknown accounts', async () => {
    const known = await nobody().post(
      '/login',
      { username: admin.email, password: 'wrong password' },
      { 'accept-language': 'fr' },
    );
    const unknown = await nobody().post(
      '/login',
      { username: 'nobody@house.test', password: 'wrong password' },
      { 'accept-language': 'fr' },
    );
    expect(known.status).toBe(401);
    expect(known.body.detail).toBe('Email ou mot de passe inconnus');
    const { requestId: _, ...same } = unknown.body;
    expect(known.body).toMatchObject(same);
    expect((await nobody().post('/login', { username: admin.email, password: 'wrong' })).body.detail).toBe(
      'Unknown email or password',
    );
  });

  it('does not reveal that an account is disabled or not activated; the right password does', async () => {
    const person = await aPerson(server, 'user', organisation);
    await server.ownerQuery('update users set "emailVerified" = false where id = $1', [person.userId]);
    expect((await nobody().post('/login', { username: person.email, password: 'wrong' })).body.detail).toBe(
      'Unknown email or password',
    );
    expect((await nobody().post('/login', { username: person.email, password })).body.detail).toBe(
      'The user’s account is not activated',
    );
    await server.ownerQuery('update users set "emailVerified" = true, active = false where id = $1', [person.userId]);
    expect((await nobody().post('/login', { username: person.email, password })).body.key).toBe(
      'custom.auth.account_desactivated',
    );
  });
});

test('AUT-01 an address is accepted in capitals and with spaces around it', async () => {
  expect((await nobody().post('/login', { username: ` ${admin.email.toUpperCase()} `, password })).status).toBe(200);
});

test('AUT-03 after sign-out the session’s token is refused', async () => {
  const person = await aPerson(server, 'user', organisation);
  expect((await person.get('/profile')).status).toBe(200);
  expect((await person.post('/logout')).status).toBe(204);
  expect((await person.get('/profile')).status).toBe(401);
});

describe('AUT-04 token verification', () => {
  it.each(['', 'nonsense', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('refuses %j', async (token) => {
    expect((await apiAs(server, token).get('/profile')).status).toBe(401);
  });

  it('refuses a token that is signed by another key, expired, or for another audience', async () => {
    const { jti } = decodeJwt(admin.token ?? '');
    const make = (key: Uint8Array, audience: string, expires: string) =>
      new SignJWT({ roles: ['ROLE_SUPERADMIN'] })
        .setProtectedHeader({ alg: 'HS256', typ: 'access+jwt' })
        .setJti(jti ?? '')
        .setIssuer('fournil')
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(key);
    const { token } = server.services.keys;
    for (const bad of [
      await make(new Uint8Array(32), 'fournil-console', '1h'),
      await make(token, 'fournil-console', '-1h'),
      await make(token, 'elsewhere', '1h'),
    ]) {
      expect((await apiAs(server, bad).get('/profile')).status).toBe(401);
    }
    expect((await apiAs(server, await make(token, 'fournil-console', '1h')).get('/profile')).body.profile.kind).toBe(
      'clientAdmin',
    );
  });

  it('reads the token from the Authorization header only', async () => {
    expect((await nobody().get(`/profile?token=${admin.token}`)).status).toBe(401);
    expect(
      (await nobody().get('/profile', { cookie: `token=${admin.token}`, 'x-access-token': admin.token ?? '' })).status,
    ).toBe(401);
  });
});

describe('AUT-05 repeated wrong passwords', () => {
  it('lock the pair of account and address for a while, with the time of the next attempt, and are forgotten on success', async () => {
    const person = await aPerson(server, 'user', organisation);
    const wrong = () => nobody().post('/login', { username: person.email, password: 'wrong' });
    for (let tries = 1; tries < signInThrottle.freeTries; tries += 1) expect((await wrong()).status).toBe(401);
    expect((await wrong()).body.retryAfterSeconds).toBe(signInThrottle.firstWaitSeconds);
    const locked = await nobody().post(
      '/login',
      { username: person.email, password },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    server.advance(signInThrottle.firstWaitSeconds + 1);
    expect((await nobody().post('/login', { username: person.email, password })).status).toBe(200);
    expect((await wrong()).status).toBe(401);
  });

  it('are all counted when a hundred arrive at once, and do not lock the owner out at another address', async () => {
    const person = await aPerson(server, 'user', organisation);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => nobody().post('/login', { username: person.email, password: 'wrong' })),
    );
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(signInThrottle.freeTries);
    const [row] = await server.ownerQuery<{ most: number }>(
      'select max(failures)::int as most from attempts where "blockedUntil" > now() + interval \'30 minutes\'',
    );
    expect(row?.most ?? 0).toBe(0);
  });

  it('lock for longer each time, up to a limit', () => {
    for (const throttle of [signInThrottle, accountThrottle, addressThrottle]) {
      let before = 0;
      for (let failures = 0; failures < 500; failures += 1) {
        const wait = waitSeconds(throttle, failures);
        expect(wait).toBeGreaterThanOrEqual(before);
        expect(wait).toBeLessThanOrEqual(throttle.longestSeconds);
        before = wait;
      }
      expect(before).toBe(throttle.longestSeconds);
    }
  });
});

describe('the profile', () => {
  it('GEN-02 stores the language and GEN-07, GEN-08 the preferences, and refuses invalid values', async () => {
    const person = await aPerson(server, 'user', organisation);
    const changed = await person.put('/profile', {
      countryCode: 'FR',
      temperatureUnitPreference: 'F',
      displayDatePreference: 2,
      timezone: 'Europe/Paris',
    });
    expect(changed.body).toMatchObject({ countryCode: 'FR', temperatureUnitPreference: 'F', displayDatePreference: 2 });
    expect((await person.get('/machines/none')).body.detail).toBe('404, introuvable.');
    expect((await person.put('/profile', { timezone: 'Mars/Olympus' })).body.violations[0].key).toBe(
      'custom.validation.timezone',
    );
    for (const field of [
      'roles',
      'organisationId',
      'active',
      'emailVerified',
      'kind',
      'id',
      'password',
      'passwordChangeRequired',
      'version',
    ]) {
      const answer = await person.put('/profile', { [field]: 'x' });
      expect(answer.status).toBe(422);
      expect(answer.body.violations[0]).toMatchObject({ propertyPath: field, key: 'custom.validation.unknownField' });
    }
  });

  it('PRO-02 PRO-04 accepts a whole or partial profile, and refuses to empty a required field', async () => {
    const person = await aPerson(server, 'user', organisation);
    const { profile } = (await person.get('/profile')).expect(200) as { profile: Record<string, unknown> };
    expect(profile['street']).toBe(null);
    const { firstName, lastName, email, society, description, phone, street, zipcode, city, country, timezone } =
      profile;
    const asRead = {
      firstName,
      lastName,
      email,
      society,
      description,
      phone,
      street,
      zipcode,
      city,
      country,
      timezone,
    };
    (await person.put('/profile', { ...asRead, firstName: 'Nora' })).expect(200);
    (
      await person.put('/profile', {
        ...asRead,
        street: '1 rue du Four',
        zipcode: '69001',
        city: 'Lyon',
        country: 'FR',
      })
    ).expect(200);
    const emptied = await person.put('/profile', { society: null, street: null, country: null });
    expect(emptied.status).toBe(422);
    expect(emptied.body.violations).toMatchObject([
      { propertyPath: 'society', key: 'ra.validation.required' },
      { propertyPath: 'street', key: 'ra.validation.required' },
      { propertyPath: 'country', key: 'ra.validation.required' },
    ]);
    expect((await person.put('/profile', { street: '' })).body.violations[0].key).toBe('ra.validation.required');
    expect((await person.get('/profile')).body.profile).toMatchObject({ street: '1 rue du Four', country: 'FR' });
  });

  it('HOM-01 shows and renews a security code of eight digits that is encrypted in the database', async () => {
    const before = (await admin.get('/home')).body.securityCode;
    expect(before).toMatch(/^\d{8}$/);
    const { securityCode } = (await admin.post('/profile/security-code')).body;
    expect((await admin.get('/home')).body.securityCode).toBe(securityCode);
    const [row] = await server.ownerQuery<{ securityCode: string }>('select "securityCode" from users where id = $1', [
      admin.userId,
    ]);
    expect(row?.securityCode).not.toContain(securityCode);
  });
});

test('RGT-04 a withdrawn right, a disabled account and an ended session take effect within a second', async () => {
  const person = await aPerson(server, 'user', organisation);
  expect((await person.post('/tags', {})).status).toBe(422);
  await server.ownerQuery(`delete from "userRights" where "userId" = $1 and "right" = 'ROLE_TAG_CREATE'`, [
    person.userId,
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await person.post('/tags', {})).status).toBe(403);
  await server.ownerQuery('update users set active = false where id = $1', [person.userId]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await person.get('/profile')).status).toBe(401);
});
