import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { aPasskey } from '../../testing/passkey.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { totp } from '../../testing/totp.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const nobody = () => apiAs(server, null);
const login = async (person: Person) =>
  (await nobody().post('/login', { username: person.email, password })).body.token as string;
const disable = async (person: Person) =>
  void (await admin.put(`/users/${person.userId}`, { active: false })).expect(200);

/** Every way to sign in: what is prepared before the account is disabled, and the call that is made afterwards. */
const ways: Record<string, (person: Person) => Promise<() => Promise<Answer>>> = {
  password: async (person) => () => nobody().post('/login', { username: person.email, password }),
  'second step': async (person) => {
    const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
    (
      await person.post(`/users/${person.userId}/two-factor-auth/confirm`, {
        code: totp(secret, server.services.now()),
      })
    ).expect(200);
    server.advance(30);
    const waiting = apiAs(server, await login(person));
    return () => waiting.post('/two-factor-auth', { code: totp(secret, server.services.now()) });
  },
  passkey: async (person) => {
    const key = await aPasskey(person, 'Phone');
    const { challenge } = (await nobody().post('/login/passkey/options')).body;
    return () => nobody().post('/login/passkey', { credential: key.answer({ challenge }) });
  },
  'the link to a new password': async (person) => {
    await nobody().post('/reset', { email: person.email });
    const token = await linkTo(server, person.email, 'reset-password');
    return () => nobody().post('/change-password', { token, newPassword: 'une autre fournée' });
  },
  'the check of that link': async (person) => {
    await nobody().post('/reset', { email: person.email });
    const token = await linkTo(server, person.email, 'reset-password');
    return () => nobody().post('/token/verify', { token });
  },
  'an open session': async (person) => () => person.get('/profile'),
};

describe('SEC-01 a disabled account', () => {
  it.each(Object.entries(ways))('is refused with the same words by %s', async (_, prepare) => {
    const person = await aPerson(server, 'user', organisation);
    const enter = await prepare(person);
    await disable(person);
    const { status, body } = await enter();
    expect([status, body.key, body.detail]).toEqual([
      401,
      'custom.auth.account_desactivated',
      'This account has been deactivated by its administrator.',
    ]);
  });

  it('is refused with the same words to a master who would act in its name, and the master’s session stays open', async () => {
    const person = await aPerson(server, 'user', organisation);
    (await person.put('/profile', { isEuroFourControl: true })).expect(200);
    await disable(person);
    const { status, body } = await admin.post(`/control/user/${person.userId}`, { id: person.userId });
    expect([status, body.key, body.detail]).toEqual([
      409,
      'custom.auth.account_desactivated',
      'This account has been deactivated by its administrator.',
    ]);
    expect((await admin.get('/profile')).status).toBe(200);
  });

  it('is not revealed to a caller without its credentials', async () => {
    const person = await aPerson(server, 'user', organisation);
    const token = await login(person);
    await disable(person);
    const refused = await nobody().post('/login', { username: person.email, password: 'not this one' });
    expect([refused.status, refused.body.key]).toEqual([401, undefined]);
    const forged = await apiAs(server, `${token.slice(0, -4)}AAAA`).get('/profile');
    expect([forged.status, forged.body.key]).toEqual([401, undefined]);
    expect((await nobody().post('/reset', { email: person.email })).status).toBe(202);
  });
});
