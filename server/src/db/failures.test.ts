import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { linkScope } from './database.ts';
import { type Cluster, folderOf, openCluster } from './embedded/cluster.ts';
import { isAway, isUniqueViolation } from './failures.ts';

describe.skipIf(process.platform !== 'linux')('SEC-07 with a database that hangs, the server', () => {
  let folder: string;
  let cluster: Cluster;
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fournil-hang-'));
    cluster = await openCluster(folder);
    server = await openTestServer({ LOG_LEVEL: 'error' }, cluster.url);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  });
  afterAll(async () => {
    await signal('SIGCONT');
    await server.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** To PostgreSQL's processes: the children of the postmaster, and the postmaster itself. */
  async function signal(name: NodeJS.Signals): Promise<void> {
    const postmaster = (await readFile(join(await folderOf(folder), 'postmaster.pid'), 'utf8')).split('\n')[0];
    for (const pid of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      if (pid === postmaster || parent === postmaster) process.kill(Number(pid), name);
    }
  }

  it('answers every call with 503 and Retry-After, and recovers by itself', async () => {
    expect((await admin.get('/machines')).status).toBe(200);
    await signal('SIGSTOP');
    const asked = () =>
      Promise.all(Array.from({ length: 180 }, (_, index) => admin.get(index % 2 === 0 ? '/machines' : '/profile')));
    const answers = await asked();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(answers.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']));
    // Known to be unavailable: no call waits, and none is queued.
    expect((await asked()).every(({ status }) => status === 503)).toBe(true);
    await expect.poll(() => server.services.db.connections().waiting).toBe(0);
    expect((await apiAs(server, null).get('/ready')).status).toBe(503);
    await signal('SIGCONT');
    await expect.poll(async () => (await admin.get('/machines')).status).toBe(200);
    expect((await admin.post('/tags', { name: 'afterwards' })).status).toBe(201);
    // Logged once, not by every caller.
    expect(server.logged.filter(({ event }) => event === 'database away')).toHaveLength(1);
    expect(server.logged.length).toBeLessThan(20);
  });
});

describe('PostgreSQL errors and the connection queue:', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await openTestServer();
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    await server.ownerQuery(`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'as it says of itself' using errcode = new.name; end $$`);
    await server.ownerQuery('create trigger fail before insert on tags for each row execute function fail()');
  });
  afterAll(() => server.close());

  it.each([
    ['53100', 507],
    ['53200', 507],
    ['57P01', 503],
    ['57P02', 503],
    ['57P03', 503],
    ['57014', 503],
    ['55P03', 503],
    ['53300', 503],
    ['08006', 503],
    ['22021', 422],
    ['22P05', 422],
  ])('SEC-07 the error %s is answered with %i and a text for people', async (code, status) => {
    const answer = await admin.post('/tags', { name: code });
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, status === 503 ? '2' : undefined]);
    expect(answer.body.detail).not.toMatch(/as it says|error|SQL/i);
  });

  it('SEC-07 a caller who would wait too long in the queue for a connection is refused at once', async () => {
    const { db } = server.services;
    const asked = Array.from({ length: 500 }, () =>
      db
        .read(linkScope, (trx) => sql`select pg_sleep(0.01)`.execute(trx))
        .then(
          () => 'answered',
          (error) => error,
        ),
    );
    // The calls beyond the queue are refused before the first of the others has its answer.
    const first = await Promise.race([asked[0], asked.at(-1)]);
    expect(isAway(first)).toBe(true);
    const answers = await Promise.all(asked);
    const answered = answers.filter((answer) => answer === 'answered').length;
    expect(answered).toBeGreaterThan(250);
    expect(answered).toBeLessThan(350);
    expect(answers.filter((answer) => answer !== 'answered').every(isAway)).toBe(true);
  });
});

describe('a text that PostgreSQL cannot store', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await openTestServer();
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  });
  afterAll(() => server.close());

  const texts = ['NUL \0 inside', 'half \ud800 of a pair'];
  const person = (text: string) => ({
    email: 'a@b.test',
    firstName: text,
    lastName: 'B',
    countryCode: 'EN',
    structures: [],
  });
  it.each(texts)('SEC-07 is answered with 422 at its field, also before sign-in: %j', async (text) => {
    const nobody = apiAs(server, null);
    const answers: [string, Answer][] = [
      ['username', await nobody.post('/login', { username: text, password })],
      ['password', await nobody.post('/login', { username: 'a@b.test', password: text })],
      ['newPassword', await nobody.post('/activate', { token: 'x'.repeat(43), newPassword: text })],
      ['token', await nobody.post('/activate', { token: text, newPassword: password })],
      ['name', await admin.post('/tags', { name: text })],
      ['name', await admin.post('/structures', { name: text })],
      ['firstName', await admin.post('/users', person(text))],
      [
        'serialNumber',
        await admin.post('/machines', { name: 'Oven', serialNumber: text, pin: '1234', category: 'deck' }),
      ],
      ['lastPassword', await admin.post('/change-password', { lastPassword: text, newPassword: password })],
    ];
    for (const [field, { status, body }] of answers) {
      expect([field, status]).toEqual([field, 422]);
      expect(body.violations.map((one: { propertyPath: string }) => one.propertyPath)).toEqual([field]);
    }
    const query = encodeURIComponent(text.replace(/\ud800/, '\0'));
    for (const path of ['/machines', '/tags', '/structures', '/programs', '/users'])
      expect([path, (await admin.get(`${path}?q=${query}`)).status]).toEqual([path, 400]);
  });
});

it.each([
  ['in an ordinary database', { constraint: 'users_emailKey_key', message: 'duplicate key' }, true],
  ['in a shard', { message: 'duplicate key value violates unique constraint "users_emailKey_key_102009"' }, true],
  ['of another key', { message: 'duplicate key value violates unique constraint "users_pkey_102009"' }, false],
  ['of another key, named', { constraint: 'users_pkey', message: '"users_emailKey_key"' }, false],
])('USR-09 SCL-03 the unique key that is violated %s is known', (_where, error, is) => {
  expect(isUniqueViolation({ code: '23505', ...error }, 'users_emailKey_key')).toBe(is);
  expect(isUniqueViolation({ code: '23505', ...error })).toBe(true);
  expect(isUniqueViolation({ code: '23503', ...error })).toBe(false);
});
