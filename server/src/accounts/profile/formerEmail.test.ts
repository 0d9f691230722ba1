import { passwordLimits } from '@fournil/contract/accounts/password';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, signedIn } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import { linkTo, mailsTo } from '../../testing/mailbox.ts';
import { eventually } from '../../testing/oven.ts';
import { aPasskey } from '../../testing/passkey.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { totp } from '../../testing/totp.ts';

let server: TestServer;
let organisation: string;
beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
});
afterAll(() => server.close());

const nobody = () => apiAs(server, null);
const now = () => server.services.now();
const takeBack = (token: string) => nobody().post('/take-back-email', { token });

/** Changes and confirms the address; returns the token of the mail to the former one. */
async function changed(person: Person, to: string): Promise<string> {
  (await person.put('/profile', { email: to })).expect(200);
  (await nobody().post('/confirm-email', { token: await linkTo(server, to, 'confirm-email') })).expect(204);
  return linkTo(server, person.email, 'take-back-email');
}

describe('SEC-01 a changed e-mail address', () => {
  it('can be reverted by the link sent to the former one: all sessions end, and the account needs a new password', async () => {
    const person = await aPerson(server, 'user', organisation, { language: 'FR' });
    const before = await aPasskey(person, 'Mine');
    const thief = 'thief@elsewhere.test';
    const token = await changed(person, thief);
    const inside = { ...person, ...(await signedIn(server, thief, password)) };
    const theirs = await aPasskey(inside, 'Theirs');
    const { secret } = (await inside.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
    (await inside.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, now()) })).expect(200);

    expect((await nobody().post('/token/verify', { token })).body).toMatchObject({ kind: 'emailBack' });
    (await takeBack(token)).expect(204);
    expect((await inside.get('/profile')).status).toBe(401);
    for (const username of [thief, person.email])
      expect((await nobody().post('/login', { username, password })).status).toBe(401);
    const enter = async (credential: object) => (await nobody().post('/login/passkey', { credential })).status;
    const asked = async () => (await nobody().post('/login/passkey/options')).body as { challenge: string };
    expect([await enter(theirs.answer(await asked())), await enter(before.answer(await asked()))]).toEqual([401, 401]);

    const reset = await linkTo(server, person.email, 'reset-password');
    expect((await nobody().post('/token/verify', { token: reset })).body).toMatchObject({
      needsPassword: true,
      passkeys: [{ name: 'Mine' }],
    });
    (await nobody().post('/change-password', { token: reset, newPassword: 'une autre fournée' })).expect(204);
    const own = await signedIn(server, person.email, 'une autre fournée');
    expect((await own.get('/profile')).body.profile).toMatchObject({
      email: person.email,
      googleAuthenticatorConfirmed: false,
    });
    expect(await enter(before.answer(await asked()))).toBe(200);
    expect((await takeBack(token)).body).toMatchObject({ status: 404, key: 'custom.auth.token_not_verified' });
    await eventually(async () => (await mailsTo(server, thief)).some((mail) => mail.includes('Cette adresse')));
  });

  it('when it is reverted, keeps a second step that was on before, and deletes only the recovery codes', async () => {
    const person = await aPerson(server, 'user', organisation);
    const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
    (await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, now()) })).expect(200);
    const token = await changed(person, `moved-${person.email}`);
    (await takeBack(token)).expect(204);
    const [row] = await server.ownerQuery<object>(
      `select "googleAuthenticatorConfirmed", (select count(*)::int from "recoveryCodes"
        where "userId" = users.id) as codes from users where id = $1`,
      [person.userId],
    );
    expect(row).toEqual({ googleAuthenticatorConfirmed: true, codes: 0 });
  });

  it('can be reverted for 72 hours, also when it was changed once more; the earliest link reverts all changes', async () => {
    const person = await aPerson(server, 'user', organisation);
    const first = await changed(person, `one-${person.email}`);
    const again = {
      ...person,
      ...(await signedIn(server, `one-${person.email}`, password)),
      email: `one-${person.email}`,
    };
    const second = await changed(again, `two-${person.email}`);
    server.advance(passwordLimits.emailBackHours * 3600 - 60);
    (await takeBack(first)).expect(204);
    expect((await takeBack(second)).status).toBe(404);
    const late = await aPerson(server, 'user', organisation);
    const token = await changed(late, `late-${late.email}`);
    server.advance(passwordLimits.emailBackHours * 3600 + 1);
    expect((await takeBack(token)).status).toBe(404);
  });

  it('is reserved as long as it can be reverted: nobody else can take the former one', async () => {
    const person = await aPerson(server, 'user', organisation);
    const token = await changed(person, `kept-${person.email}`);
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const taken = await admin.post('/users', {
      email: person.email.toUpperCase(),
      firstName: 'Eve',
      lastName: 'Other',
      society: 'x',
      street: 'x',
      city: 'x',
      country: 'FR',
      countryCode: 'EN',
      temperatureUnitPreference: 'C',
    });
    expect([taken.status, taken.body.violations[0].key]).toEqual([422, 'custom.validation.emailTaken']);
    const other = await aPerson(server, 'user', admin.organisationId);
    expect((await admin.put(`/users/${other.userId}`, { email: person.email })).body.violations[0].key).toBe(
      'custom.validation.emailTaken',
    );
    (await takeBack(token)).expect(204);
  });

  it('can no longer be reverted once an administrator has set another; the former one is told whom to contact', async () => {
    const [person, admin] = [
      await aPerson(server, 'user', organisation),
      await aPerson(server, 'clientAdmin', organisation),
    ];
    const token = await changed(person, `own-${person.email}`);
    (await admin.put(`/users/${person.userId}`, { email: `given-${person.email}` })).expect(200);
    expect((await takeBack(token)).status).toBe(404);
    const mails = await eventually(async () => {
      const found = await mailsTo(server, `own-${person.email}`);
      return found.some((mail) => mail.includes('an administrator changed')) ? found : null;
    });
    expect(mails.join('\n')).not.toContain('take-back-email');
  });
});

describe('SEC-01 a new password set by a link in a mail', () => {
  it('lists the passkeys of the account and removes those that the owner does not recognise', async () => {
    const person = await aPerson(server, 'user', organisation);
    const [mine, theirs] = [await aPasskey(person, 'Mine'), await aPasskey(person, 'Theirs')];
    const foreign = await aPasskey(await aPerson(server, 'user', organisation), 'Somebody else’s');
    await nobody().post('/reset', { email: person.email });
    const token = await linkTo(server, person.email, 'reset-password');
    const { passkeys } = (await nobody().post('/token/verify', { token })).body as { passkeys: { name: string }[] };
    expect(passkeys.map(({ name }) => name)).toEqual(['Mine', 'Theirs']);
    const body = { token, newPassword: 'a fresh batch', removedPasskeys: [theirs.id, foreign.id] };
    (await nobody().post('/change-password', body)).expect(204);
    const left = await server.ownerQuery<{ id: string }>('select id from passkeys where id = any($1)', [
      [mine.id, theirs.id, foreign.id],
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([mine.id, foreign.id].sort());
    await eventually(async () =>
      (await mailsTo(server, person.email)).some((mail) => mail.includes('passkey was removed')),
    );
  });

  it('can be requested three times an hour at most, from any address, with the same answer each time', async () => {
    const person = await aPerson(server, 'user', organisation);
    const ask = async (from: string) =>
      (
        await server.web.server.inject({
          method: 'POST',
          url: '/api/reset',
          payload: { email: person.email },
          remoteAddress: from,
        })
      ).statusCode;
    const statuses: number[] = [];
    for (let asked = 1; asked <= 6; asked += 1) {
      statuses.push(await ask(`198.51.100.${asked}`));
      // A link that a newer one replaces before its mail is sent is not sent at all.
      if (asked <= 3) await linkTo(server, person.email, 'reset-password', asked);
    }
    expect(new Set(statuses)).toEqual(new Set([202]));
    const other = await aPerson(server, 'user', organisation);
    await nobody().post('/reset', { email: other.email });
    // Its job is processed after theirs, so all their mails have been sent.
    await linkTo(server, other.email, 'reset-password');
    expect(await mailsTo(server, person.email)).toHaveLength(3);
    server.advance(3601);
    expect(await ask('198.51.100.9')).toBe(202);
    await linkTo(server, person.email, 'reset-password', 4);
  });
});
