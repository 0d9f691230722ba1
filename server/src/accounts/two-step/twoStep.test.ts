import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Api, apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { totp } from '../../testing/totp.ts';

let server: TestServer;
let organisation: string;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
});
afterAll(() => server.close());

const now = () => server.services.now();
const nextStep = () => server.advance(30);
/** Advances to the middle of a time step, so that the following calls are within one step. */
const midStep = () => server.advance(45 - ((now().getTime() / 1000) % 30));

interface Protected extends Person {
  secret: string;
  recoveryCodes: string[];
}

async function withTwoStep(kind: 'user' | 'clientAdmin' = 'user'): Promise<Protected> {
  const person = await aPerson(server, kind, organisation);
  const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
  const code = totp(secret, now());
  const confirmed = (await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code })).expect(200) as {
    recoveryCodes: string[];
  };
  nextStep();
  return { ...person, secret, recoveryCodes: confirmed.recoveryCodes };
}

async function pending(person: Person): Promise<Api> {
  const { token } = (await apiAs(server, null).post('/login', { username: person.email, password })).expect(200) as {
    token: string;
  };
  return apiAs(server, token);
}

test('the reference implementation gives the codes of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((seconds) =>
    totp(secret, new Date(seconds * 1000)),
  );
  expect(codes).toEqual(['287082', '081804', '005924', '353130']);
});

describe('TFA-01 the set-up of two-step sign-in', () => {
  it('gives a secret that any authenticator accepts, and is complete only when a code made of it is confirmed', async () => {
    const person = await aPerson(server, 'user', organisation, { language: 'FR' });
    const path = `/users/${person.userId}/two-factor-auth`;
    expect((await person.post(`${path}/confirm`, { code: '123456' })).body).toMatchObject({
      key: 'custom.notification.2fa_error',
    });
    const { body } = await person.post(path);
    expect(body.googleAuthenticatorConfirmed).toBe(false);
    expect(body.address).toMatch(/^otpauth:\/\/totp\/Fournil:/);
    expect(new URL(body.address).searchParams.get('secret')).toBe(body.secret);
    expect(Buffer.from(body.secret, 'utf8').length).toBeGreaterThanOrEqual(32);
    const wrong = await person.post(`${path}/confirm`, { code: totp(body.secret, new Date(0)) });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({ key: 'custom.notification.2fa_error', violations: [{ propertyPath: 'code' }] });
    expect((await person.get('/profile')).body.profile.googleAuthenticatorConfirmed).toBe(false);

    const confirmed = await person.post(`${path}/confirm`, { code: totp(body.secret, now()) });
    expect(confirmed.body.googleAuthenticatorConfirmed).toBe(true);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await person.get('/profile')).body.profile).toMatchObject({
      googleAuthenticatorConfirmed: true,
      recoveryCodesLeft: 10,
    });
    expect((await person.post(path)).status).toBe(409);
    expect((await person.post(`${path}/confirm`, { code: totp(body.secret, now()) })).status).toBe(422);
    await eventually(async () => (await mailsTo(server, person.email)).some((mail) => mail.includes('deux')));
  });

  it('is refused for another person’s account, also to support acting in a client’s name', async () => {
    const [one, other] = [await withTwoStep(), await aPerson(server, 'clientAdmin', organisation)];
    for (const call of ['', '/confirm', '/recovery-codes']) {
      expect(
        (await other.post(`/users/${one.userId}/two-factor-auth${call}`, call ? { code: '123456' } : undefined)).status,
      ).toBe(404);
    }
    expect(
      (await other.put(`/users/${one.userId}/two-factor-auth`, { enabled: false, code: totp(one.secret, now()) }))
        .status,
    ).toBe(404);
  });

  it('TFA-01 encrypts the secret, and no later call returns it', async () => {
    const person = await withTwoStep();
    const [row] = await server.ownerQuery<Record<string, string>>('select * from users where id = $1', [person.userId]);
    expect(JSON.stringify(row)).not.toContain(person.secret);
    const codes = await server.ownerQuery<{ hash: string }>('select hash from "recoveryCodes" where "userId" = $1', [
      person.userId,
    ]);
    for (const code of person.recoveryCodes) expect(JSON.stringify(codes)).not.toContain(code.replaceAll('-', ''));
    for (const path of ['/profile', '/profile/history', '/sessions']) {
      expect(JSON.stringify((await person.get(path)).body)).not.toMatch(
        new RegExp(`${person.secret}|${person.recoveryCodes.join('|')}`),
      );
    }
  });
});

describe('TFA-02 the second step', () => {
  it('is all that a session may do before it is completed, apart from sign-out', async () => {
    const person = await withTwoStep('clientAdmin');
    const waiting = await pending(person);
    expect(decodeJwt(waiting.token ?? '')['roles']).toEqual(['ROLE_NEED_2FA']);
    const opened: string[] = [];
    for (const { method, url, allow } of server.web.calls) {
      if (
        [
          'accounts.open',
          'accounts.login',
          'api.read',
          'images.file',
          'machine-link.pair',
          'software-updates.ddi',
          'two-step.check',
          'accounts.logout',
        ].includes(allow)
      )
        continue;
      const { status } = await waiting.call(method, url.replace('/api', ''), {});
      if (status !== 403 && status !== 401) opened.push(`${method} ${url}: ${status}`);
    }
    expect(opened).toEqual([]);
    const full = await waiting.post('/two-factor-auth', { code: totp(person.secret, now()) });
    expect(decodeJwt(full.body.token)['roles']).toContain('ROLE_CLIENT_ADMIN');
    expect((await apiAs(server, full.body.token).get('/profile')).status).toBe(200);
    expect((await waiting.post('/two-factor-auth', { code: totp(person.secret, now()) })).status).toBe(401);
    nextStep();
  });

  it('accepts a code once over all sessions, also when it is sent twenty times at once', async () => {
    const person = await withTwoStep();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => pending(person)));
    const code = totp(person.secret, now());
    const answers = await Promise.all(sessions.map((one) => one.post('/two-factor-auth', { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await (await pending(person)).post('/two-factor-auth', { code })).status).not.toBe(200);
    nextStep();

    const again = await withTwoStep();
    const waiting = await pending(again);
    const right = totp(again.secret, now());
    const twenty = await Promise.all(
      Array.from({ length: 20 }, () => waiting.post('/two-factor-auth', { code: right })),
    );
    expect(twenty.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(twenty.every(({ status }) => status < 500)).toBe(true);
    nextStep();
  });

  it.each([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])('with a clock that is %i time steps off answers %i', async (stepsAhead, status) => {
    const person = await withTwoStep();
    server.advance(60);
    const waiting = await pending(person);
    midStep();
    expect((await waiting.post('/two-factor-auth', { code: totp(person.secret, now(), stepsAhead) })).status).toBe(
      status,
    );
    if (status !== 200) return;
    // Codes of earlier time steps are refused.
    const again = await pending(person);
    expect((await again.post('/two-factor-auth', { code: totp(person.secret, now(), stepsAhead - 1) })).status).toBe(
      422,
    );
    server.advance(90);
  });

  it('AUT-05 limits wrong codes over all sessions of the account, and tells its owner', async () => {
    const person = await withTwoStep();
    const statuses: number[] = [];
    for (let tried = 0; tried < 9; tried += 1) {
      let answer = await (await pending(person)).post('/two-factor-auth', { code: '000000' });
      if (answer.status === 429) {
        server.advance(Number(answer.headers['retry-after']));
        answer = await (await pending(person)).post('/two-factor-auth', { code: '000000' });
      }
      statuses.push(answer.status);
    }
    expect(statuses.every((status) => status === 422)).toBe(true);
    const blocked = await (await pending(person)).post('/two-factor-auth', { code: totp(person.secret, now()) });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(900);
    await eventually(async () => (await mailsTo(server, person.email)).some((mail) => mail.includes('keeps trying')));
    // Other accounts are not affected.
    const other = await withTwoStep();
    expect((await (await pending(other)).post('/two-factor-auth', { code: totp(other.secret, now()) })).status).toBe(
      200,
    );
    nextStep();
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', "' or 1=1", {}, null, ['123456']])(
    'refuses %j and names the broken rule',
    async (code) => {
      const waiting = await pending(await withTwoStep());
      const answer = await waiting.post('/two-factor-auth', { code });
      expect(answer.status).toBe(422);
      expect(answer.body.violations[0].propertyPath).toBe('code');
    },
  );
});

describe('TFA-03 switching two-step sign-in off, and recovery codes:', () => {
  it('each recovery code works once, and new ones replace the former', async () => {
    const person = await withTwoStep();
    const [first = '', second = ''] = person.recoveryCodes;
    const full = await (await pending(person)).post('/two-factor-auth', { code: first.toUpperCase() });
    expect(full.status).toBe(200);
    expect((await (await pending(person)).post('/two-factor-auth', { code: first })).status).toBe(422);
    const own = apiAs(server, full.body.token);
    expect((await own.get('/profile')).body.profile.recoveryCodesLeft).toBe(9);
    const renewed = await own.post(`/users/${person.userId}/two-factor-auth/recovery-codes`, {
      code: totp(person.secret, now()),
    });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await (await pending(person)).post('/two-factor-auth', { code: second })).status).toBe(422);
    nextStep();
  });

  it('it is switched off only with a code of the person, and then the password is enough', async () => {
    const person = await withTwoStep();
    const path = `/users/${person.userId}/two-factor-auth`;
    expect((await person.put(path, { enabled: false })).status).toBe(422);
    expect((await person.put(path, { enabled: false, code: '000000' })).status).toBe(422);
    expect((await person.put(path, { enabled: false, code: totp(person.secret, now()) })).status).toBe(204);
    expect((await (await pending(person)).get('/profile')).body.profile).toMatchObject({
      googleAuthenticatorConfirmed: false,
      recoveryCodesLeft: 0,
    });
    nextStep();
  });
});

describe('a person’s own sessions:', () => {
  it('they are listed, and one or all others can be ended, but nobody else’s', async () => {
    const [person, other] = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    const elsewhere = await pending(person);
    const list = (await person.get('/sessions')).body;
    expect(list['hydra:member']).toHaveLength(2);
    expect(list['hydra:member'][0]).toMatchObject({
      isCurrent: true,
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
      master: null,
    });
    expect(list['hydra:member'][0].country).toBe(null);
    const id = list['hydra:member'][1].id;
    await server.ownerQuery(`update sessions set address = '8.8.8.8' where id = $1`, [id]);
    expect((await person.get('/sessions')).body['hydra:member'][1]).toMatchObject({
      id,
      address: '8.8.8.8',
      country: 'US',
    });
    expect((await other.delete(`/sessions/${id}`)).status).toBe(404);
    expect((await person.delete(`/sessions/${id}`)).status).toBe(204);
    expect((await elsewhere.get('/profile')).status).toBe(401);
    const third = await pending(person);
    expect((await person.delete('/sessions')).status).toBe(204);
    expect((await third.get('/profile')).status).toBe(401);
    expect((await person.get('/profile')).status).toBe(200);
  });

  it('a sign-in from a browser that was not used before is told by mail', async () => {
    const person = await aPerson(server, 'user', organisation);
    const signIn = (agent: string) =>
      apiAs(server, null).post('/login', { username: person.email, password }, { 'user-agent': agent });
    await signIn('lightMyRequest');
    await signIn('Other/1.0 \u001b[31m');
    const mails = await eventually(async () => {
      const found = (await mailsTo(server, person.email)).filter((mail) => mail.includes('New sign-in'));
      return found.length > 0 ? found : null;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('127.0.0.1 (Other)');
  });

  it.each([
    ['EN', 'Chrome on Linux'],
    ['FR', 'Chrome sur Linux'],
  ] as const)(
    'PRO-06 the mail names the browser and system in the reader’s language (%s)',
    async (language, device) => {
      const person = await aPerson(server, 'user', organisation, { language });
      const agent =
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
      await apiAs(server, null).post(
        '/login',
        { username: person.email, password },
        { 'user-agent': 'lightMyRequest' },
      );
      await apiAs(server, null).post('/login', { username: person.email, password }, { 'user-agent': agent });
      const [mail = ''] = await eventually(async () => {
        const found = (await mailsTo(server, person.email)).filter((one) => one.includes('127.0.0.1'));
        return found.length > 0 ? found : null;
      });
      expect(mail).toContain(`127.0.0.1 (${device})`);
      expect(mail).not.toContain('Mozilla');
    },
  );
});

test('TEC-02 a first password that somebody else chose must be changed before anything else is allowed', async () => {
  const person = await aPerson(server, 'technician', null);
  await server.ownerQuery('update users set "passwordChangeRequired" = true where id = $1', [person.userId]);
  const early = await pending(person);
  expect(decodeJwt(early.token ?? '')['roles']).toEqual(['ROLE_NEED_PASSWORD']);
  expect((await early.get('/profile')).status).toBe(403);
  expect(
    (await early.post('/change-password', { lastPassword: password, newPassword: 'ma propre fournée' })).status,
  ).toBe(204);
  expect((await early.get('/profile')).status).toBe(200);
});
