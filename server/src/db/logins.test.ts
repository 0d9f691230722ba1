import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../operator/commands.ts';
import { signedIn } from '../testing/api.ts';
import { anOrganisation, aPerson, password } from '../testing/builders.ts';
import { testMasterKey } from '../testing/process.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { openLogins } from './logins.ts';
import { readMasterKey } from './masterKey.ts';
import { migrate, migrateTo } from './migrate.ts';
import { move } from './migrations/0024-own-logins.ts';
import { type Login, logins, prefixOf } from './roles.ts';
import { withClient } from './withClient.ts';

let folder: string;
const names: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-logins-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function asked<Result extends object>(url: string, text: string): Promise<Result[]> {
  return (await withClient(url, (client) => client.query(text))).rows as Result[];
}
const refusal = (url: string, text: string) =>
  asked(url, text).then(
    () => 'done',
    (error: Error) => error.message,
  );

/** A database of its own, whose owner is no superuser and may create roles, as at a hosting provider. */
async function ownDatabase(): Promise<string> {
  const name = `installation_${randomBytes(6).toString('hex')}`;
  names.push(name);
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/postgres';
  await asked(url.href, `create role ${name} login createrole password '${name}'`);
  await asked(url.href, `create database ${name} template template0 owner ${name}`);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = name;
  return url.href;
}
const masterKey = () => readMasterKey({ given: testMasterKey });

describe('SEC-05 the database logins, one for each scope:', () => {
  let server: TestServer;
  let urls: Record<Login, string>;
  beforeAll(async () => {
    const url = await ownDatabase();
    server = await openTestServer({}, url);
    const urlFor = await openLogins(url, await masterKey());
    urls = Object.fromEntries(logins.map((login) => [login, urlFor(login)])) as Record<Login, string>;
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await admin.get('/machines')).status).toBe(200);
  });
  afterAll(() => server.close());

  it('no login can become another, owns a table, is a superuser or may create roles', async () => {
    const prefix = prefixOf(new URL(server.databaseUrl).pathname.slice(1));
    for (const login of logins)
      for (const other of [...logins, 'keeper'].filter((one) => one !== login))
        expect(await refusal(urls[login], `set role ${prefix}_${other}`)).toMatch(/permission denied to set role/);
    expect(
      await asked(
        server.databaseUrl,
        `select rolname from pg_roles where rolname like '${prefix}\\_%' and (rolsuper or rolcreaterole or rolcreatedb
          or rolbypassrls)`,
      ),
    ).toEqual([]);
    expect(
      await asked(
        server.databaseUrl,
        `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname like '${prefix}\\_%'`,
      ),
    ).toEqual([]);
  });

  it('only the sign-in login reads password hashes and second-step secrets, and no login reads the sealed keys', async () => {
    for (const login of ['nobody', 'app', 'staff', 'link', 'jobs'] as const)
      for (const column of ['passwordHash', 'formerPasswordHash', 'twoStepSecret'])
        expect(await refusal(urls[login], `select "${column}" from users`)).toMatch(/permission denied/);
    expect(await refusal(urls.staff, 'select "securityCode" from users')).toMatch(/permission denied/);
    expect(await refusal(urls.staff, 'select "pinHash" from machines')).toMatch(/permission denied/);
    expect(await refusal(urls.link, 'select id from users')).toMatch(/permission denied/);
    expect(await refusal(urls.app, `update users set "passwordHash" = 'x'`)).toMatch(/permission denied/);
    expect(await refusal(urls.app, `update users set kind = 'superAdmin'`)).toMatch(/permission denied/);
    for (const login of logins)
      expect(await refusal(urls[login], 'select value from "serverSecrets"')).toMatch(/permission denied/);
    expect(await refusal(urls.gate, 'select "passwordHash" from users')).toBe('done');
  });

  it('members and staff can read every other column of a user, also one that a later version adds', async () => {
    const reach = (privilege: string, login: Login) =>
      asked<{ column: string }>(
        server.databaseUrl,
        `select attname as column from pg_attribute where attrelid = 'users'::regclass and attnum > 0
          and not attisdropped
           and not has_column_privilege('${prefixOf(new URL(server.databaseUrl).pathname.slice(1))}_${login}', 'users',
             attname, '${privilege}') order by 1`,
      ).then((rows) => rows.map((row) => row.column));
    const compared = ['formerPasswordHash', 'passwordHash', 'twoStepLastStep', 'twoStepSecret', 'twoStepSince'];
    expect(await reach('select', 'app')).toEqual(compared);
    expect(await reach('select', 'staff')).toEqual([...compared, 'securityCode'].sort());
  });

  it('the server keeps no connection as the owner open', async () => {
    const rows = await asked<{ usename: string }>(
      server.databaseUrl,
      `select distinct usename from pg_stat_activity where datname = '${new URL(server.databaseUrl).pathname.slice(1)}'
        and application_name like 'fournil%' and pid <> pg_backend_pid()`,
    );
    expect(rows.map(({ usename }) => usename)).not.toContain(new URL(server.databaseUrl).username);
    expect(rows.length).toBeGreaterThan(1);
  });
});

it('SEC-05 two installations on one cluster run side by side, and neither reads the other’s database', async () => {
  const [one, other] = [await ownDatabase(), await ownDatabase()];
  const servers = [
    await openTestServer({ SECRETS_KEY: `${testMasterKey}-one` }, one),
    await openTestServer({ SECRETS_KEY: `${testMasterKey}-other` }, other),
  ];
  try {
    for (const server of servers) {
      const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
      expect((await admin.get('/profile')).status).toBe(200);
    }
    const urlFor = await openLogins(one, await readMasterKey({ given: `${testMasterKey}-one` }));
    for (const login of logins) {
      const url = new URL(urlFor(login));
      url.pathname = new URL(other).pathname;
      for (const table of ['users', 'sessions', 'machines'])
        expect(await refusal(url.href, `select * from ${table}`)).toMatch(/permission denied/);
    }
  } finally {
    for (const server of servers) await server.close();
  }
});

it('SEC-05 a database of the previous version, whose roles were shared on the cluster, gets its own roles with the same rights', async () => {
  const url = await ownDatabase();
  await migrateTo(url, '0023-refused-installations');
  const superuser = new URL(inject('clusterUrl'));
  superuser.pathname = new URL(url).pathname;
  const prefix = prefixOf(superuser.pathname.slice(1));
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: superuser.href, max: 1 }) }),
  });
  const rights = () =>
    asked(
      url,
      `select table_name, column_name, privilege_type, replace(replace(grantee::text, '${prefix}', ''), 'fournil',
        '') as role from information_schema.column_privileges
       where table_schema = 'public' and (grantee like '${prefix}\\_%' or grantee like 'fournil\\_%')
         order by 1, 2, 3, 4`,
    );
  const before = await rights();
  for (const login of logins) {
    await asked(superuser.href, `grant usage on schema public to fournil_${login}`);
    await move(db, `${prefix}_${login}`, `fournil_${login}`);
  }
  await db.destroy();
  expect(await rights()).toEqual(before);
  await migrateTo(url, '0024-own-logins');
  expect(await rights()).toEqual(before);
  expect(
    await asked(url, `select 1 from information_schema.role_table_grants where grantee like 'fournil\\_%'`),
  ).toEqual([]);
  await migrate(url);
  const server = await openTestServer({}, url);
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  expect((await admin.get('/machines')).status).toBe(200);
  await server.close();
});

it('SEC-05 the server starts with another master key only after rotate-key has sealed the keys with it', async () => {
  const url = await ownDatabase();
  const [former, file] = [`${testMasterKey}-former`, join(folder, 'next-key')];
  const settings = { DATABASE_URL: url, SECRETS_KEY: former, DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const first = await openTestServer({ SECRETS_KEY: former }, url);
  const admin = await aPerson(first, 'clientAdmin', await anOrganisation(first));
  expect(
    (await first.ownerQuery<{ value: string }>('select value from "serverSecrets"')).filter(
      ({ value }) => !value.startsWith('sealed1:'),
    ),
  ).toEqual([]);
  const rotate = () => runCommand(['rotate-key', file], settings, () => undefined);
  await expect(rotate()).rejects.toThrow('is running on this database');
  await first.close();
  await expect(openTestServer({ SECRETS_KEY: `${former}-not` }, url)).rejects.toThrow('sealed with another master key');
  expect(await rotate()).toBe(0);
  await expect(openTestServer({ SECRETS_KEY: former }, url)).rejects.toThrow('sealed with another master key');
  const second = await openTestServer({ SECRETS_KEY: '', SECRETS_KEY_FILE: file }, url);
  // Values encrypted before are readable: the security code, and the password hash.
  const again = await signedIn(second, admin.email, password);
  expect((await again.get('/profile')).body.homeInfos.securityCode).toMatch(/^\d{8}$/);
  await second.close();
});

it('SEC-05 an empty or truncated key file stops the start, and a new key file is written whole', async () => {
  const [empty, fresh] = [join(folder, 'empty-key'), join(folder, 'fresh-key')];
  await writeFile(empty, '');
  await expect(readMasterKey({ file: empty })).rejects.toThrow('holds no key of 32 characters');
  const both = await Promise.all([readMasterKey({ file: fresh }), readMasterKey({ file: fresh })]);
  expect(both[0]).toEqual(both[1]);
  expect((await readFile(fresh, 'utf8')).trim().length).toBeGreaterThan(32);
});
