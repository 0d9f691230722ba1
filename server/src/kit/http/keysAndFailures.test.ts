import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { gateScope } from '../../db/database.ts';
import { makeToken } from '../../identity/index.ts';
import { type Api, apiAs } from '../../testing/api.ts';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  type Person,
  password,
  programFields,
} from '../../testing/builders.ts';
import { aKeyPair, aPairedMachine } from '../../testing/oven.ts';
import { anAuthenticator, aPasskey } from '../../testing/passkey.ts';
import { aPicture, asBase64 } from '../../testing/pictures.ts';
import { makeSwu } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { totp } from '../../testing/totp.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let superAdmin: Person;
let technician: Person;
let nobody: Api;
const next = 'another sound secret 4';

/** Tables written outside of the call's transaction: a failure there must not fail the call. */
const besideTheWork = ['attempts', 'idempotencyKeys', 'failing'];

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  superAdmin = await aPerson(server, 'superAdmin', null);
  technician = await aPerson(server, 'technician', null);
  nobody = apiAs(server, null);
  await server.ownerQuery('create table failing (are_on boolean not null)');
  if (inject('citusUrl')) await server.ownerQuery(`select create_reference_table('failing')`);
  await server.ownerQuery('insert into failing values (false)');
  await server.ownerQuery(`create function fail_now() returns trigger language plpgsql security definer as $$ begin
    if (select are_on from failing) then raise exception 'going down' using errcode = '57P01'; end if;
    if tg_op = 'DELETE' then return old; end if;
    return new; end $$`);
  const tables = await server.ownerQuery<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where ((schemaname = 'public' and tablename <> all($1)) or (schemaname = 'pgboss' and tablename = 'job'))
      -- A partition takes the trigger of its table.
      and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass)`,
    [besideTheWork],
  );
  // The time of a session's last use is stored before the call begins.
  for (const { name } of tables)
    await server.ownerQuery(
      `create trigger fail_now before insert or delete
        or update ${name === 'public.sessions' ? 'of "endedAt", "provenAt"' : ''}
        on ${name} for each row execute function fail_now()`,
    );
});
afterAll(() => server.close());

const setFailing = (on: boolean) => server.ownerQuery('update failing set are_on = $1', [on]);
const email = () => `${randomUUID()}@failing.test`;
const jobs = (name: string, mail: string) =>
  `select from pgboss.job where name = '${name}' and data ->> 'email' = '${mail}'`;
const address = { society: 'S', street: 's', zipcode: '1', city: 'c', country: 'FR', timezone: 'UTC' };
const fields = () => ({
  ...address,
  email: email(),
  firstName: 'A',
  lastName: 'B',
  countryCode: 'EN',
  temperatureUnitPreference: 'C',
});

interface Call {
  who: Api;
  path?: string;
  body: unknown;
  /** A table and condition that match one row when the call was done once. */
  done: string;
  /** The call ends its own session: a repetition has no caller and does nothing. */
  endsSession?: boolean;
}

async function aToken(kind: 'activation' | 'reset' | 'email' | 'emailBack') {
  const person = await aPerson(server, 'clientAdmin', organisation);
  const mail = email();
  const { db } = server.services;
  const token = await db.as(gateScope, (trx) =>
    makeToken(server.services, trx, person.userId, kind, kind.startsWith('email') ? mail : null),
  );
  return { token, person, mail };
}

async function twoSteps() {
  const person = await aPerson(server, 'clientAdmin', organisation);
  const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
  return { person, secret };
}

async function fleet() {
  const owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  await aPairedMachine(server, owner);
  const update = await anUpdate(server, superAdmin, { version: `1.${Date.now() % 100_000}.0` });
  return { owner, update };
}

async function anUpload(version: string) {
  const bytes = makeSwu({ version, body: 'software' });
  const upload = (
    await superAdmin.post('/software_updates/uploads', { fileName: 'oven.swu', sizeBytes: bytes.length })
  ).expect(201) as {
    id: string;
  };
  await server.web.server.inject({
    method: 'PUT',
    url: `/api/software_updates/uploads/${upload.id}?offset=0`,
    headers: { authorization: `Bearer ${superAdmin.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
  return upload.id;
}

/** These write in one transaction; queries before it use `read`. */
const oneTransaction = [
  '/programs/:id/restore',
  '/machines/:id/restore',
  '/structures/:id/restore',
  '/menus/:id/restore',
  '/programs/:id/rollouts',
  '/menus/:id/rollouts',
  '/rollouts/settings',
  '/tags/:id/restore',
  '/client-admins/deleted/:id/restore',
  '/profile/pending-email/again',
  '/history/people/:id/forget',
  '/logout',
  '/profile/security-code',
  '/control/stop',
  '/users/:me/two-factor-auth',
  '/machines/:id/connect',
  '/machines/:id/release',
  '/machine/update-machine-settings',
  '/programMachines/:id/restore',
  '/programMachines/:id/keep',
  '/programMachines/:id/adopt',
  '/programs/import',
  '/menus',
  '/tags',
  '/rights-templates',
  '/structures',
  '/structures/hours',
  '/users/rights',
  '/images/fournil',
  '/images/machines',
  '/client-admins',
  '/fournil-technicians',
  '/bulk/:id/stop',
  '/bulk/:id/undo',
  '/software_updates/:id/general',
  '/software_updates/general/:id',
  '/api-tokens',
  '/models',
  '/webhooks',
  '/webhooks/:id/secret',
  '/webhooks/:id/test',
  '/webhook-deliveries/:id/again',
];
/** These change nothing, or leave a challenge that expires: repeating them has no effect. */
const onlyLooks = [
  '/sessions/token',
  '/token/verify',
  '/profile/proof/options',
  '/passkeys/options',
  '/login/passkey/options',
  '/image/preview',
  '/menus/preview',
  '/programs/import/preview',
  '/structures/hours/preview',
  '/users/:id/rights/preview',
  '/rights-templates/:id/preview',
  '/bulk/preview',
  '/rollouts/preview',
  '/rollouts/settings/preview',
  '/programs/:id/rollouts/preview',
  '/menus/:id/rollouts/preview',
];
/**
 * Machines send no keys: their messages have numbers of their own and are processed once, and the former certificate is
 * accepted until the new one is used.
 */
const ofMachines = [
  '/machine-link/renew',
  '/machine-link/locate',
  '/ddi/:tenant/controller/v1/:controller/deploymentBase/:action/feedback',
  '/ddi/:tenant/controller/v1/:controller/cancelAction/:action/feedback',
];

const calls: Record<string, () => Promise<Call>> = {
  '/register': async () => {
    const { temperatureUnitPreference: _, ...input } = fields();
    return { who: nobody, body: { ...input, password }, done: `select from users where email = '${input.email}'` };
  },
  '/register/resend': async () => {
    const mail = email();
    return { who: nobody, body: { email: mail }, done: jobs('account.activationAsked', mail) };
  },
  '/reset': async () => {
    const mail = email();
    return { who: nobody, body: { email: mail }, done: jobs('account.resetAsked', mail) };
  },
  '/activate': async () => {
    const { token, person } = await aToken('activation');
    await server.ownerQuery(`update users set "passwordHash" = null, "emailVerified" = false where id = $1`, [
      person.userId,
    ]);
    const done = `select from users where id = '${person.userId}' and "emailVerified" and "passwordHash" is not null`;
    return { who: nobody, body: { token, newPassword: next }, done };
  },
  '/change-password': async () => {
    const { token, person } = await aToken('reset');
    const done = `select from pgboss.job where name = 'account.passwordChanged'
      and data ->> 'userId' = '${person.userId}'`;
    return { who: nobody, body: { token, newPassword: next }, done };
  },
  '/confirm-email': async () => {
    const { token, mail, person } = await aToken('email');
    const done = `select from users join "historyEvents" on "originId" = users.id and type = 'update'
      where email = '${mail}' and users.id = '${person.userId}'`;
    return { who: nobody, body: { token }, done };
  },
  '/take-back-email': async () => {
    const { token, mail, person } = await aToken('emailBack');
    const done = `select from users join "historyEvents" on "originId" = users.id and type = 'update'
      where email = '${mail}' and users.id = '${person.userId}'`;
    return { who: nobody, body: { token }, done };
  },
  '/login': async () => {
    const person = await aPerson(server, 'clientAdmin', organisation);
    const done = `select from sessions where "userId" = '${person.userId}' and id <> '${sessionOf(person)}'`;
    return { who: nobody, body: { username: person.email, password }, done };
  },
  '/login/passkey': async () => {
    const person = await aPerson(server, 'clientAdmin', organisation);
    const key = await aPasskey(person, 'Key');
    const options = (await nobody.post('/login/passkey/options')).expect(200) as { challenge: string };
    const done = `select from sessions where "userId" = '${person.userId}' and id <> '${sessionOf(person)}'`;
    return { who: nobody, body: { credential: key.answer(options) }, done };
  },
  '/profile/proof': async () => {
    const person = await aPerson(server, 'clientAdmin', organisation);
    const key = await aPasskey(person, 'Key');
    const options = (await person.post('/profile/proof/options')).expect(200) as { challenge: string };
    await server.ownerQuery(`update sessions set "provenAt" = null where id = $1`, [sessionOf(person)]);
    const done = `select from sessions where id = '${sessionOf(person)}' and "provenAt" is not null`;
    return { who: person, body: { credential: key.answer(options) }, done };
  },
  '/two-factor-auth': async () => {
    const { person, secret } = await twoSteps();
    const confirm = { code: totp(secret, new Date(), -1) };
    (await person.post(`/users/${person.userId}/two-factor-auth/confirm`, confirm)).expect(200);
    const { token } = (await nobody.post('/login', { username: person.email, password })).expect(200) as {
      token: string;
    };
    const done = `select from sessions where "userId" = '${person.userId}' and "hasSecondFactor"
      and id <> '${sessionOf(person)}'`;
    return { who: apiAs(server, token), body: { code: totp(secret, new Date()) }, done, endsSession: true };
  },
  '/users/:me/two-factor-auth/confirm': async () => {
    const { person, secret } = await twoSteps();
    const done = `select from users where id = '${person.userId}' and "googleAuthenticatorConfirmed"`;
    return {
      who: person,
      path: `/users/${person.userId}/two-factor-auth/confirm`,
      body: { code: totp(secret, new Date()) },
      done,
    };
  },
  '/users/:me/two-factor-auth/recovery-codes': async () => {
    const { person, secret } = await twoSteps();
    (
      await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, new Date(), -1) })
    ).expect(200);
    const done = `select from pgboss.job where data ->> 'what' = 'recoveryCodesRenewed'
      and data ->> 'userId' = '${person.userId}'`;
    return {
      who: person,
      path: `/users/${person.userId}/two-factor-auth/recovery-codes`,
      body: { code: totp(secret, new Date()) },
      done,
    };
  },
  '/passkeys': async () => {
    const person = await aPerson(server, 'clientAdmin', organisation);
    const options = (await person.post('/passkeys/options')).expect(200) as { challenge: string };
    const done = `select from passkeys where "userId" = '${person.userId}'`;
    return { who: person, body: { name: 'Key', credential: anAuthenticator().register(options) }, done };
  },
  '/control/user/:id': async () => {
    const target = await aPerson(server, 'clientAdmin', organisation);
    await server.ownerQuery('update users set "isEuroFourControl" = true where id = $1', [target.userId]);
    const { securityCode } = (await target.post('/profile/security-code')).expect(200) as { securityCode: string };
    const done = `select from sessions join "historyEvents" on "originId" = sessions."userId" and type = 'connectionAs'
      where sessions."userId" = '${target.userId}' and sessions."masterId" is not null`;
    return {
      who: technician,
      path: `/control/user/${target.userId}`,
      body: { id: target.userId, activationCode: securityCode },
      done,
    };
  },
  '/fournil-technicians/:id/link': async () => {
    const input = { email: email(), password, countryCode: 'EN' };
    const { id } = (await superAdmin.post('/fournil-technicians', input)).expect(201) as { id: string };
    return {
      who: superAdmin,
      path: `/fournil-technicians/${id}/link`,
      body: {},
      done: jobs('account.resetAsked', input.email),
    };
  },
  '/reset/child': async () => {
    const user = await aPerson(server, 'user', organisation);
    return { who: admin, body: { email: user.email }, done: jobs('account.resetAsked', user.email) };
  },
  '/users': async () => {
    const body = fields();
    return { who: admin, body, done: `select from users where email = '${body.email}'` };
  },
  '/machines': async () => {
    const serialNumber = randomUUID().slice(0, 20);
    const body = { name: 'Oven', serialNumber, pin: '1234', category: 'deck' };
    return { who: admin, body, done: `select from machines where "serialNumber" = '${serialNumber}'` };
  },
  '/machines/:id/release-contested': async () => {
    const { machine } = await aPairedMachine(server, admin);
    const done = `select from machines where id = '${machine.id}' and "pairedAt" is null`;
    return { who: superAdmin, path: `/machines/${machine.id}/release-contested`, body: {}, done };
  },
  '/machine-link/pair': async () => {
    const machine = await aMachine(admin);
    (await admin.post(`/machines/${machine.id}/connect`)).expect(200);
    const { certificateRequest } = await aKeyPair();
    const body = { serialNumber: machine.serialNumber, pin: '1234', model: 'sole-3-12', certificateRequest };
    return { who: nobody, body, done: `select from machines where id = '${machine.id}' and "pairedAt" is not null` };
  },
  '/programs': async () => {
    const name = `Bread ${randomUUID().slice(0, 8)}`;
    return { who: admin, body: programFields({ name }), done: `select from programs where name = '${name}'` };
  },
  '/programMachines': async () => {
    const [machine, program] = [await aMachine(admin), await aProgram(admin)];
    return {
      who: admin,
      body: { machine: machine.id, program: program.id },
      done: `select from installations where "machineId" = '${machine.id}'`,
    };
  },
  '/bulk': async () => {
    const [machine, id] = [await aMachine(admin), randomUUID()];
    const body = { id, verb: 'machines.deactivate', args: {}, selection: { ids: [machine.id] } };
    return { who: admin, body, done: `select from "bulkRuns" where id = '${id}'` };
  },
  '/rollouts': async () => {
    const { owner, update } = await fleet();
    const body = {
      update: update.id,
      rings: [{ name: 'All', organisations: [owner.organisationId] }],
      thenGeneral: false,
    };
    return {
      who: superAdmin,
      body,
      done: `select from "rolloutRings" join rollouts on rollouts.id = "rolloutId" where "updateId" = '${update.id}'
        and "openedAt" is not null`,
    };
  },
  '/software_updates': async () => {
    const version = `2.${Date.now() % 100_000}.0`;
    const body = { upload: await anUpload(version), version, beta: false, description: 'd', models: ['sole-3-12'] };
    return { who: superAdmin, body, done: `select from "softwareUpdates" where version = '${version}'` };
  },
  '/software_updates/uploads': async () => {
    const fileName = `${randomUUID()}.bin`;
    return {
      who: superAdmin,
      body: { fileName, sizeBytes: 3 },
      done: `select from "updateUploads" where "fileName" = '${fileName}'`,
    };
  },
  '/image/update': async () => {
    const person = await aPerson(server, 'clientAdmin', organisation);
    const body = { imageBase64: await asBase64(aPicture().jpeg()) };
    return { who: person, body, done: `select from users where id = '${person.userId}' and "pictureId" is not null` };
  },
};

function sessionOf({ token }: Api): string {
  return (JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;
}

const answersSecret = (path: string) =>
  server.web.calls.some(({ method, url, answersSecret: is }) => method === 'POST' && url === `/api${path}` && is);
const isSecret = (field: string) => /^(token|\w+Token|secret|recoveryCodes|securityCode|certificate)$/.test(field);
/** The names of all fields in the schemas of a call's answers. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  if (schema instanceof z.ZodType) return [];
  return Object.values(schema ?? {}).flatMap(fieldsOf);
}

const count = async (rows: string) => (await server.ownerQuery(rows)).length;

describe('SEC-08 a call that failed in the database has not used up its idempotency key or any limit:', () => {
  it.each(Object.keys(calls))('POST %s with the same key succeeds afterwards, once', async (url) => {
    const call = calls[url];
    if (!call) throw new Error(url);
    const { who, path = url, body, done, endsSession } = await call();
    const key = randomUUID();
    const post = () => who.post(path, body, { 'idempotency-key': key });
    await setFailing(true);
    const failed = await post();
    await setFailing(false);
    expect([failed.status, await count(done)]).toEqual([503, 0]);
    expect(await count(`select from "idempotencyKeys" where key = '${key}'`)).toBe(0);
    const made = await post();
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    const again = await post();
    expect(await count(done)).toBe(1);
    if (endsSession) return expect(again.status).toBe(401);
    if (answersSecret(url))
      return expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(/done already/)]);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([made.status, 'true', made.body]);
  });

  it('SEC-08 no answer that contains a secret is kept under a key', () => {
    const withSecret = server.web.calls.filter(
      ({ method, schema }) => method === 'POST' && fieldsOf(schema?.response).some(isSecret),
    );
    expect(withSecret.length).toBeGreaterThan(12);
    expect(withSecret.filter((call) => !call.answersSecret).map(({ url }) => url)).toEqual([]);
  });

  it('every POST is in this table or in the list of exceptions below', () => {
    const posts = server.web.calls.filter(({ method }) => method === 'POST').map(({ url }) => url.replace('/api', ''));
    expect([...Object.keys(calls), ...oneTransaction, ...onlyLooks, ...ofMachines].sort()).toEqual(posts.sort());
  });
});
