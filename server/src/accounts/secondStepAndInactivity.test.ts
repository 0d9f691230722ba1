import { unattended } from '@fournil/contract/accounts/unattended';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetEverybody } from '../identity/index.ts';
import { type Api, apiAs, signedIn } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { aPasskey } from '../testing/passkey.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { totp } from '../testing/totp.ts';

const idleMinutes = 30;
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ REQUIRE_STAFF_SECOND_STEP: 'on', SESSION_IDLE_MINUTES: String(idleMinutes) });
});
afterAll(() => server.close());

const rolesOf = (api: Api) => decodeJwt(api.token ?? '')['roles'];
async function setUp(person: Person, api: Api = person): Promise<Api> {
  const { secret } = (await api.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
  (
    await api.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, server.services.now()) })
  ).expect(200);
  const { token } = (await api.post('/sessions/token')).expect(200) as { token: string };
  return apiAs(server, token);
}

describe('SEC-03 TFA-02 a required second step', () => {
  it('leaves the maker’s staff without one only its set-up, and with one everything', async () => {
    const technician = await aPerson(server, 'technician', null);
    expect(rolesOf(technician)).toEqual(['ROLE_NEED_SECOND_STEP']);
    for (const path of ['/client-admins', '/profile', '/sessions', '/assistance/machines']) {
      const refused = await technician.get(path);
      expect([path, refused.status, refused.body.key]).toEqual([path, 403, 'custom.auth.second_step_required']);
    }
    expect((await technician.put('/profile', { countryCode: 'FR' })).status).toBe(403);
    const entered = await setUp(technician);
    expect(rolesOf(entered)).toEqual(['ROLE_FOURNIL_TECHNICIAN']);
    expect((await entered.get('/client-admins')).status).toBe(200);
    expect(rolesOf(await signedIn(server, technician.email, password))).toEqual(['ROLE_NEED_2FA']);
  });

  it('is satisfied by signing in with a passkey, and makes the password alone insufficient', async () => {
    const admin = await aPerson(server, 'superAdmin', null);
    const key = await aPasskey(admin, 'Phone');
    expect((await admin.get('/client-admins')).status).toBe(200);
    const byPassword = await signedIn(server, admin.email, password);
    expect(rolesOf(byPassword)).toEqual(['ROLE_NEED_2FA']);
    expect((await byPassword.get('/client-admins')).status).toBe(403);
    const options = (await apiAs(server, null).post('/login/passkey/options')).expect(200) as { challenge: string };
    const { token } = (await apiAs(server, null).post('/login/passkey', { credential: key.answer(options) })).expect(
      200,
    ) as { token: string };
    const byKey = apiAs(server, token);
    expect((await byKey.get('/client-admins')).status).toBe(200);
  });

  it('TFA-02 is named with its possible methods in the answer to a right password and in the token, but not to a wrong password', async () => {
    const [none, both] = [
      await aPerson(server, 'user', await anOrganisation(server)),
      await aPerson(server, 'superAdmin', null),
    ];
    const login = async ({ email }: Person, tried = password) =>
      (await apiAs(server, null).post('/login', { username: email, password: tried })).body;
    expect(await login(none)).toEqual({ token: expect.any(String) });
    await aPasskey(both, 'Phone');
    const byPasskey = await login(both);
    expect([byPasskey.secondSteps, decodeJwt(byPasskey.token)['secondSteps']]).toEqual([['passkey'], ['passkey']]);
    await setUp(both);
    const byBoth = await login(both);
    expect([byBoth.secondSteps, decodeJwt(byBoth.token)['secondSteps']]).toEqual([
      ['code', 'passkey'],
      ['code', 'passkey'],
    ]);
    for (const { id } of (await both.get('/passkeys')).body['hydra:member'])
      (await both.delete(`/passkeys/${id}`)).expect(204);
    expect((await login(both)).secondSteps).toEqual(['code']);
    expect(JSON.stringify(await login(both, 'wrong, this one'))).not.toMatch(/secondSteps|passkey|"code"/);
  });

  it('can be required of an organisation by a client admin who has one, and does not affect other organisations', async () => {
    const organisation = await anOrganisation(server);
    const [admin, user] = [
      await aPerson(server, 'clientAdmin', organisation),
      await aPerson(server, 'user', organisation),
    ];
    const elsewhere = await aPerson(server, 'user', await anOrganisation(server));
    expect((await admin.put('/organisation', { requiresSecondStep: true })).status).toBe(409);
    await setUp(admin);
    expect((await user.put('/organisation', { requiresSecondStep: true })).status).toBe(403);
    expect((await admin.put('/organisation', { requiresSecondStep: true })).body).toMatchObject({
      requiresSecondStep: true,
      assistanceSharing: false,
    });
    const [line] = (await admin.get(`/history/user/${admin.userId}/full`)).body['hydra:member'];
    expect(line).toMatchObject({ typeEvent: 'update', fields: ['requiresSecondStep'] });
    // Also in the session that was open before.
    expect((await user.get('/machines')).body.key).toBe('custom.auth.second_step_required');
    expect((await elsewhere.get('/machines')).status).toBe(200);
    const entered = await setUp(user, await signedIn(server, user.email, password));
    expect((await entered.get('/machines')).status).toBe(200);
    (await admin.put('/organisation', { requiresSecondStep: false })).expect(200);
  });
});

describe('SEC-03 inactivity', () => {
  it('ends a session with its reason, and calls that a person causes count as activity', async () => {
    const person = await aPerson(server, 'user', await anOrganisation(server));
    for (let hours = 0; hours < 3; hours += 1) {
      server.advance((idleMinutes - 1) * 60);
      forgetCallers();
      expect((await person.get('/profile')).status).toBe(200);
    }
    server.advance(idleMinutes * 60 + 1);
    forgetCallers();
    const ended = await person.get('/profile', { 'accept-language': 'fr' });
    expect([ended.status, ended.body.key]).toEqual([401, 'custom.auth.session_idle']);
    expect(ended.body.detail).toContain('faute d’activité');
  });

  it('is not interrupted by calls that the page makes by itself', async () => {
    const person = await aPerson(server, 'user', await anOrganisation(server));
    const byItself = { [unattended.header]: '1' };
    server.advance((idleMinutes - 1) * 60);
    forgetCallers();
    expect((await person.get('/profile', byItself)).status).toBe(200);
    server.advance(2 * 60);
    forgetCallers();
    expect((await person.get('/profile', byItself)).body.key).toBe('custom.auth.session_idle');
  });
});

/** Callers are cached for a second of real time; the test's clock has advanced further than that. */
function forgetCallers(): void {
  forgetEverybody(server.services);
}
