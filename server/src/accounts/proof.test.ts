import { proofMinutes } from '@fournil/contract/accounts/proof';
import { proofRequiredKey } from '@fournil/contract/kit/problemKeys';
import { type Action, needsProof } from '@fournil/contract/rights/policy';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newId } from '../kit/ids.ts';
import { type Answer, type Api, apiAs, signedIn } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { eventually } from '../testing/oven.ts';
import { anAuthenticator, aPasskey } from '../testing/passkey.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { totp } from '../testing/totp.ts';

let server: TestServer;
let organisation: string;
beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
});
afterAll(() => server.close());

const now = () => server.services.now();
/** Long enough that earlier proofs have expired. */
const wait = () => server.advance(proofMinutes * 60 + 1);
const asksForProof = ({ status, body }: Answer) => status === 403 && body?.key === proofRequiredKey;

/** A session that signed in long ago. */
async function someTimeIn(kind: 'user' | 'clientAdmin' | 'superAdmin' | 'technician' = 'user'): Promise<Person> {
  const person = await aPerson(server, kind, kind === 'user' || kind === 'clientAdmin' ? organisation : null);
  wait();
  return person;
}

async function withTwoStep() {
  const person = await aPerson(server, 'user', organisation);
  const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
  const confirmed = (
    await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, now()) })
  ).expect(200) as {
    recoveryCodes: string[];
  };
  wait();
  return { person, secret, recoveryCodes: confirmed.recoveryCodes };
}

/** Every call that changes credentials: the request, and its answer once it is allowed. */
interface Sensitive {
  call: string;
  row: Action | null;
  kind?: 'clientAdmin' | 'user';
  made: (api: Api, me: Person) => Promise<Answer>;
  done: number;
}
const sensitive: Sensitive[] = [
  {
    call: 'POST /api/users/:me/two-factor-auth',
    row: 'two-step.set',
    made: (api, me) => api.post(`/users/${me.userId}/two-factor-auth`),
    done: 200,
  },
  {
    call: 'POST /api/users/:me/two-factor-auth/confirm',
    row: 'two-step.set',
    made: (api, me) => api.post(`/users/${me.userId}/two-factor-auth/confirm`, { code: '000000' }),
    done: 422,
  },
  {
    call: 'PUT /api/users/:me/two-factor-auth',
    row: null,
    made: (api, me) => api.put(`/users/${me.userId}/two-factor-auth`, { enabled: true, code: '000000' }),
    done: 422,
  },
  {
    call: 'POST /api/passkeys/options',
    row: 'passkeys.change',
    made: (api) => api.post('/passkeys/options'),
    done: 200,
  },
  {
    call: 'POST /api/passkeys',
    row: 'passkeys.change',
    made: (api) =>
      api.post('/passkeys', { name: 'Phone', credential: anAuthenticator().register({ challenge: 'never-asked' }) }),
    done: 422,
  },
  {
    call: 'DELETE /api/passkeys/:passkey',
    row: 'passkeys.change',
    made: (api) => api.delete('/passkeys/none'),
    done: 404,
  },
  {
    call: 'DELETE /api/sessions/:id',
    row: 'sessions.end',
    made: (api) => api.delete(`/sessions/${newId()}`),
    done: 404,
  },
  { call: 'DELETE /api/sessions', row: 'sessions.end', made: (api) => api.delete('/sessions'), done: 204 },
  {
    call: 'PUT /api/profile',
    row: 'profile.changeEmail',
    made: (api, me) => api.put('/profile', { email: `new-${me.email}` }),
    done: 200,
  },
  {
    call: 'PUT /api/users/:id',
    row: 'users.changeEmail',
    kind: 'clientAdmin',
    made: async (api) =>
      api.put(`/users/${(await aPerson(server, 'user', organisation)).userId}`, { email: `${newId()}@moved.test` }),
    done: 200,
  },
  {
    call: 'POST /api/api-tokens',
    row: 'apiTokens.make',
    kind: 'clientAdmin',
    made: (api) =>
      api.post('/api-tokens', {
        name: 'Program',
        rights: ['ROLE_TAG_ACCESS'],
        endsAt: new Date(now().getTime() + 86_400_000).toISOString(),
      }),
    done: 201,
  },
  {
    call: 'POST /api/webhooks',
    row: 'webhooks.change',
    kind: 'clientAdmin',
    made: (api) =>
      api.post('/webhooks', { url: 'https://receiver.invalid/', events: ['bake.began'], structures: [newId()] }),
    done: 422,
  },
  {
    call: 'PUT /api/webhooks/:id',
    row: 'webhooks.change',
    kind: 'clientAdmin',
    made: (api) => api.put(`/webhooks/${newId()}`, { active: false }),
    done: 404,
  },
  {
    call: 'GET /api/webhooks/:id/secret',
    row: 'webhooks.change',
    kind: 'clientAdmin',
    made: (api) => api.get(`/webhooks/${newId()}/secret`),
    done: 404,
  },
  {
    call: 'POST /api/webhooks/:id/secret',
    row: 'webhooks.change',
    kind: 'clientAdmin',
    made: (api) => api.post(`/webhooks/${newId()}/secret`),
    done: 404,
  },
];

test('SEC-01 every call that the policy marks as needing a proof is in the table of this test', () => {
  const asked = server.web.calls.filter(({ allow }) => needsProof(allow)).map(({ method, url }) => `${method} ${url}`);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((call) => !sensitive.some((one) => one.call === call))).toEqual([]);
  for (const { row } of sensitive) if (row !== null) expect(needsProof(row), row).toBe(true);
});

describe.each(sensitive)('SEC-01 $call', ({ made, done, kind = 'user' }: Sensitive) => {
  it('is done after a fresh sign-in, refused five minutes later, and done again after a proof', async () => {
    const fresh = await aPerson(server, kind, organisation);
    expect((await made(fresh, fresh)).status).toBe(done);
    const person = await someTimeIn(kind);
    const refused = await made(person, person);
    expect([asksForProof(refused), refused.body.detail]).toEqual([true, 'Confirm first that it is you.']);
    expect((await person.get('/profile')).status).toBe(200);
    (await person.post('/profile/proof', { password })).expect(204);
    expect((await made(person, person)).status).toBe(done);
    wait();
    expect(asksForProof(await made(person, person))).toBe(true);
  });

  it('is refused to a master who acts in that person’s name, whatever credentials they give', async () => {
    const [admin, person] = [
      await aPerson(server, 'clientAdmin', organisation),
      await aPerson(server, 'user', organisation),
    ];
    (await person.put('/profile', { isEuroFourControl: true })).expect(200);
    const { token } = (await admin.post(`/control/user/${person.userId}`, { id: person.userId })).expect(200) as {
      token: string;
    };
    const behind = apiAs(server, token);
    const proof = await behind.post('/profile/proof', { password });
    expect([proof.status, asksForProof(proof)]).toEqual([403, false]);
    const refused = await made(behind, person);
    expect([refused.status, asksForProof(refused)]).toEqual([403, false]);
  });
});

describe('SEC-01 a proof of identity', () => {
  it('can be a passkey of the person, and not one of somebody else', async () => {
    const [person, other] = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    const [own, foreign] = [await aPasskey(person, 'Mine'), await aPasskey(other, 'Theirs')];
    wait();
    const options = async () =>
      (await person.post('/profile/proof/options')).expect(200) as {
        challenge: string;
        allowCredentials: { id: string }[];
      };
    const asked = await options();
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([own.id]);
    expect((await person.post('/profile/proof', { credential: foreign.answer(asked) })).status).toBe(422);
    expect(asksForProof(await person.delete('/sessions'))).toBe(true);
    const answer = own.answer(await options());
    expect((await person.post('/profile/proof', { credential: answer })).status).toBe(204);
    expect((await person.post('/profile/proof', { credential: answer })).status).toBe(422);
    expect((await person.delete('/sessions')).status).toBe(204);
    expect((await (await someTimeIn()).post('/profile/proof/options')).status).toBe(409);
  });

  it('is a code or a recovery code where two-step sign-in is on, and not the password alone', async () => {
    const { person, secret, recoveryCodes } = await withTwoStep();
    const alone = await person.post('/profile/proof', { password });
    expect([alone.status, alone.body.violations[0].key]).toEqual([422, 'custom.validation.secondStepNeeded']);
    expect((await person.post('/profile/proof', { code: '000000' })).status).toBe(422);
    expect(asksForProof(await person.delete('/sessions'))).toBe(true);
    (await person.post('/profile/proof', { code: totp(secret, now()) })).expect(204);
    expect((await person.delete('/sessions')).status).toBe(204);
    wait();
    (await person.post('/profile/proof', { code: recoveryCodes[0] })).expect(204);
    expect((await person.delete('/sessions')).status).toBe(204);
  });

  it('is not needed separately for a call that itself contains the present password or a code', async () => {
    const changing = await someTimeIn();
    (await changing.post('/change-password', { lastPassword: password, newPassword: 'une autre fournée' })).expect(204);
    expect((await changing.post('/passkeys/options')).status).toBe(200);
    const { person, secret } = await withTwoStep();
    const path = `/users/${person.userId}/two-factor-auth`;
    expect((await person.post(`${path}/recovery-codes`, { code: '000000' })).status).toBe(422);
    expect(asksForProof(await person.post('/passkeys/options'))).toBe(true);
    (await person.post(`${path}/recovery-codes`, { code: totp(secret, now()) })).expect(200);
    expect((await person.post('/passkeys/options')).status).toBe(200);
    wait();
    (await person.put(path, { enabled: false, code: totp(secret, now()) })).expect(204);
    expect((await person.delete('/sessions')).status).toBe(204);
  });

  it('when it is wrong, counts as a failed sign-in, and does not lock the owner out elsewhere', async () => {
    const person = await someTimeIn();
    const statuses: number[] = [];
    for (let tried = 0; tried < 8; tried += 1)
      statuses.push((await person.post('/profile/proof', { password: 'not this one' })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
    const login = { username: person.email, password };
    expect((await apiAs(server, null).post('/login', login)).status).toBe(429);
    const elsewhere = await server.web.server.inject({
      method: 'POST',
      url: '/api/login',
      payload: login,
      remoteAddress: '198.51.100.7',
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  it('when it is wrong again and again, is told to the owner by one mail', async () => {
    const person = await someTimeIn();
    for (let tried = 0; tried < 13; tried += 1) {
      const refused = await person.post('/profile/proof', { password: 'not this one' });
      expect(refused.status).toBe(422);
      server.advance(Number(refused.headers['retry-after'] ?? 0));
    }
    const told = async () =>
      (await mailsTo(server, person.email)).filter((mail) => mail.includes('Wrong passwords in one of your sessions'))
        .length;
    await expect.poll(told).toBe(1);
  });

  it('is valid for the session in which it was made, and for no other session of that person', async () => {
    const person = await aPerson(server, 'user', organisation);
    const other = await signedIn(server, person.email, password);
    wait();
    (await person.post('/profile/proof', { password })).expect(204);
    expect(asksForProof(await other.post('/passkeys/options'))).toBe(true);
    expect((await apiAs(server, null).post('/profile/proof', { password })).status).toBe(401);
  });
});

test('SEC-01 each change of credentials is told to the owner by a mail in their language', async () => {
  const person = await aPerson(server, 'user', organisation, { language: 'FR' });
  await aPasskey(person, 'Téléphone');
  const [key] = (await person.get('/passkeys')).body['hydra:member'];
  await person.delete(`/passkeys/${key.id}`);
  const { body } = await person.post(`/users/${person.userId}/two-factor-auth`);
  await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(body.secret, now()) });
  server.advance(30);
  await person.post(`/users/${person.userId}/two-factor-auth/recovery-codes`, { code: totp(body.secret, now()) });
  server.advance(30);
  await person.put(`/users/${person.userId}/two-factor-auth`, { enabled: false, code: totp(body.secret, now()) });
  const { token } = (await apiAs(server, null).post('/login', { username: person.email, password })).expect(200) as {
    token: string;
  };
  expect((await apiAs(server, token).get('/profile')).status).toBe(200);
  (await person.delete('/sessions')).expect(204);
  (await person.post('/change-password', { lastPassword: password, newPassword: 'une autre fournée' })).expect(204);
  const said = [
    'accès a été ajoutée',
    'accès a été retirée',
    'deux étapes est activée',
    'nouveaux codes de secours',
    'deux étapes est désactivée',
    'autres sessions ont pris fin',
    'Votre mot de passe a été modifié',
  ];
  await eventually(async () => {
    const mails = (await mailsTo(server, person.email)).map((mail) => Buffer.from(mail, 'latin1').toString('utf8'));
    return said.every((words) => mails.some((mail) => mail.includes(words)));
  });
});
