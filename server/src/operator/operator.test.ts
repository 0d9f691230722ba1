import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openServer } from '../app/server.ts';
import { readConfig } from '../base/config.ts';
import { freePort } from '../db/embedded/cluster.ts';
import { withClient } from '../db/withClient.ts';
import { failureText } from '../kit/process/failureText.ts';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, aProgram, aStructure, type Person, password } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { openHouse, type TestHouse } from '../testing/openHouse.ts';
import { aPairedMachine, type Credentials, connectOven, eventually } from '../testing/oven.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { plainEnvironment, startProcess, testMasterKey } from '../testing/process.ts';
import { totp } from '../testing/totp.ts';
import { answer } from './answer.ts';
import { runCommand } from './commands.ts';

const operator = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;
let house: TestHouse;
let admin: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-operator-'));
  house = await openHouse();
  admin = await aPerson(house, 'clientAdmin', await anOrganisation(house));
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRETS_KEY: testMasterKey,
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://console.fournil.test',
});
async function run(
  args: string[],
  settings: Record<string, string> = settingsOf(house.databaseUrl, house.house.config.dataDir),
) {
  const said: string[] = [];
  const code = await runCommand(args, settings, (line) => said.push(line));
  return { code, said: said.join('\n') };
}
/** Each with a name of its own, also when a test is tried again. */
async function newDatabase(): Promise<string> {
  const name = `operated_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/postgres';
  await withClient(url.href, (client) => client.query(`create database ${name} template template0`));
  url.pathname = `/${name}`;
  return url.href;
}
/** What a call writes as a failure, and its exit code. */
async function called(args: string[], settings: Record<string, string>) {
  const lines: string[] = [];
  const status = await answer(
    args,
    { SECRETS_KEY: testMasterKey, DEMO: 'off', ...settings },
    { say: () => undefined, complain: (text) => lines.push(...text.split('\n')) },
  );
  return { status, lines };
}
const newFolder = () => mkdtemp(join(folder, 'data-'));
async function countsOf(url: string): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'liveNotes' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      // Computed from other tables after a restore; the total is the same.
      const what = name === 'machineTotals' ? 'sum(machines)' : 'count(*)';
      counts[name] = (await client.query(`select ${what}::int as n from "${name}"`)).rows[0].n;
    }
    return counts;
  });
}

describe('RUN-05 the operators’ command line', () => {
  it('lists its commands, and explains a wrong call in one sentence', async () => {
    const help = await run(['--help'], {});
    expect(help.code).toBe(0);
    for (const name of ['create-super-admin', 'two-step-off', 'migrate', 'seed', 'backup', 'restore', 'verify'])
      expect(help.said).toContain(`  ${name}`);
    for (const args of [
      ['bake'],
      ['backup'],
      ['create-super-admin', 'nobody'],
      ['seed', 'everything'],
      ['verify', 'now'],
      ['toString'],
    ]) {
      const wrong = await called(args, {});
      expect([args, wrong.status, wrong.lines.length]).toEqual([args, 2, 1]);
    }
    // In a process of its own, as an operator calls it.
    const env = plainEnvironment() as NodeJS.ProcessEnv;
    const { status, stderr } = spawnSync(process.execPath, [operator, 'bake'], { encoding: 'utf8', env });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^There is no command "bake".*\n$/)]);
  });

  it('creates a super admin, who sets a password by the printed link', async () => {
    const { said } = await run(['create-super-admin', 'boss@maker.test']);
    const token = /activate\/([\w-]+)/.exec(said)?.[1];
    const nobody = apiAs(house, null);
    (await nobody.post('/activate', { token, newPassword: password })).expect(204);
    const { token: session } = (await nobody.post('/login', { username: 'boss@maker.test', password })).expect(200) as {
      token: string;
    };
    expect((await apiAs(house, session).get('/technicians')).status).not.toBe(401);
    expect((await apiAs(house, session).get('/profile')).body.profile.kind).toBe('superAdmin');
    await expect(run(['create-super-admin', 'BOSS@maker.test'])).rejects.toThrow('There is an account');
    await expect(run(['create-super-admin', admin.email])).rejects.toThrow('There is an account');
  });

  it('AUD-01 switches two-step sign-in off for a person without device and codes, tells them, and records the operator', async () => {
    const person = await aPerson(house, 'clientAdmin', await anOrganisation(house));
    await expect(run(['two-step-off', person.email])).rejects.toThrow('off already');
    await expect(run(['two-step-off', 'nobody@maker.test'])).rejects.toThrow('no account');
    const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
    (await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, new Date()) })).expect(
      200,
    );
    expect((await run(['two-step-off', person.email])).code).toBe(0);
    const login = (await apiAs(house, null).post('/login', { username: person.email, password })).expect(200) as {
      token: string;
    };
    expect((await apiAs(house, login.token).get('/profile')).body.profile.googleAuthenticatorConfirmed).toBe(false);
    await eventually(async () =>
      (await mailsTo(house, person.email)).some((text) => text.includes('Two-step sign-in is off')),
    );
    const [event] = (await person.get('/history?type=secondStepOff')).body['hydra:member'];
    expect(event).toMatchObject({ originId: person.userId, actionner: { id: null, kind: 'operator' } });
  });
});

it('RUN-05 seed fills a new database with the demonstration or with a load, and refuses to do so twice', async () => {
  const settings = settingsOf(await newDatabase(), await newFolder());
  expect(await run(['seed', 'demo'], settings)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The demo is there'),
  });
  expect(await run(['seed', 'load', '40'], settings)).toMatchObject({
    code: 0,
    said: expect.stringContaining('40 machines in 1 organisation;'),
  });
  const counts = await countsOf(settings.DATABASE_URL);
  expect([counts['machineTotals'], counts['organisations']]).toEqual([counts['machines'], 3]);
  await expect(run(['seed', 'load', '40'], settings)).rejects.toThrow('filled already');
  // AUD-01: events of a deleted organisation are no error.
  await withClient(settings.DATABASE_URL, (owner) =>
    owner.query(`insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "actorName")
      select gen_random_uuid(), gen_random_uuid(), 'update', 'tag', gen_random_uuid(), 'Gone', 'Ada'`),
  );
  expect(await run(['verify'], settings)).toMatchObject({ code: 0 });
  const addTo = (machines: number) =>
    withClient(settings.DATABASE_URL, (owner) =>
      owner.query('update "machineTotals" set machines = machines + $1 where machines > 30', [machines]),
    );
  await addTo(1);
  expect(await run(['verify'], settings)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/Wrong: \d+ machines of .* are counted as \d+\./),
  });
  await addTo(-1);
  const server = await openServer(readConfig({ ...settings, PORT: '0', MQTT_PORT: '0' }));
  const tryDemo = await apiAs({ ...house, ...server } as TestHouse, null).post('/login', {
    username: 'admin@levain.test',
    password: 'fournil-demo',
  });
  expect(tryDemo.status).toBe(401);
  await server.close();
});

it('SCL-01 the broker’s key is readable for a group only in a folder that belongs to one', async () => {
  const modes = [];
  for (const mode of [0o755, 0o2750]) {
    const files = await newFolder();
    await chmod(files, mode);
    await run(['broker-files', files, 'localhost']);
    modes.push((await stat(join(files, 'broker-key.pem'))).mode & 0o777);
  }
  expect(modes).toEqual([0o600, 0o640]);
});

describe('RUN-05 backup and restore', () => {
  let credentials: Credentials;
  let file: string;
  beforeAll(async () => {
    const structure = await aStructure(house, admin, 'Boutique "1"; \\.');
    await aStructure(house, admin, 'Inside', { parentId: structure });
    const { id } = await aProgram(admin, { name: 'Pain' });
    // Characters that COPY escapes, as in backups of older versions.
    await house.ownerQuery('update programs set name = $2 where id = $1', [id, 'Pain\ttab\nund\\N']);
    (await admin.post('/image/update', { imageBase64: await asBase64(aPicture().png()) })).expect(200);
    ({ credentials } = await aPairedMachine(house, admin, { name: 'Four 1', structure }));
    const oven = await connectOven(credentials);
    await oven.birth();
    await oven.report('errors', { entries: [{ id: 'e', code: 'E07', dateStart: new Date().toISOString() }] });
    await oven.close();
    // Jobs that follow from the fault have ended, so that no row is added while rows are counted.
    await eventually(async () => {
      const told = await house.ownerQuery<{ isSent: boolean }>(
        `select "sentAt" is not null as "isSent" from mails where "toAddress" = $1`,
        [admin.email],
      );
      return told.length > 0 && told.every(({ isSent }) => isSent);
    });
    file = join(folder, 'house.backup');
  });

  it('restore every row, every file and the keys, and machines still connect with their certificates', async () => {
    await house.ownerQuery(
      `insert into mails (id, reason, "toAddress", "toName", subject, text, html)
        values (gen_random_uuid(), 'waits', 'a@b.test', 'A', 's', 't', 'h') on conflict do nothing`,
    );
    await rm(file, { force: true });
    const before = await countsOf(house.databaseUrl);
    expect((await run(['backup', file])).said).toContain('keys');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(run(['backup', file])).rejects.toThrow('exists already');

    const url = await newDatabase();
    const dataDir = await newFolder();
    const settings = settingsOf(url, dataDir);
    const { said } = await run(['restore', file], settings);
    expect(said).toContain('1 mail will go out');
    // A backup is restored into an ordinary database, whose total is a table; that of a distributed one is a view.
    expect(await countsOf(url)).toEqual({ ...before, machineTotals: before['machineTotals'] ?? before['machines'] });
    expect(await run(['verify'], settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Everything is as it should be'),
    });
    await expect(run(['restore', file], settings)).rejects.toThrow('not empty');

    const again = await openServer(readConfig({ ...settings, PORT: '0', MQTT_PORT: '0' }));
    const restored = { ...house, ...again } as TestHouse;
    const { token } = (await apiAs(restored, null).post('/login', { username: admin.email, password })).expect(200) as {
      token: string;
    };
    const boss = apiAs(restored, token);
    expect((await boss.get('/programs?q=Pain')).body['hydra:member'][0].name).toBe('Pain\ttab\nund\\N');
    const { imageUrl } = (await boss.get('/profile')).body.profile as { imageUrl: string };
    expect(
      (await again.web.server.inject({ url: `${imageUrl.startsWith('/api') ? '' : '/api'}${imageUrl}` })).statusCode,
    ).toBe(200);
    const oven = await connectOven({ ...credentials, brokerUrl: `mqtts://127.0.0.1:${again.mqttPort}` } as Credentials);
    await oven.birth();
    await oven.close();
    await again.close();

    // A change after the backup is detected.
    const [name = ''] = await storedNames(dataDir);
    await writeFile(join(dataDir, 'storage', 'pictures', name), 'not this');
    const faulty = await run(['verify'], settings);
    expect(faulty).toMatchObject({ code: 1, said: expect.stringContaining(`pictures/${name} is not what was stored`) });
  });

  it('refuse a file that is truncated, changed or no backup, before anything is changed', async () => {
    const url = await newDatabase();
    const settings = settingsOf(url, await newFolder());
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, whole.length - 40), changed, Buffer.from('hello')]) {
      await writeFile(join(folder, 'broken'), bytes);
      await expect(run(['restore', join(folder, 'broken')], settings)).rejects.toThrow('is no whole backup');
    }
    expect(await countsOf(url)).toEqual({});
  });

  it('refuse another master key, and make no new one, before anything is changed', async () => {
    const url = await newDatabase();
    const dataDir = await newFolder();
    const { SECRETS_KEY, ...withoutKey } = settingsOf(url, dataDir);
    await expect(run(['restore', file], withoutKey)).rejects.toThrow(`copy it to ${dataDir}/secrets-key`);
    expect(await readdir(dataDir)).toEqual([]);
    const another = { ...withoutKey, SECRETS_KEY: 'another-master-key-of-some-length-0001' };
    await expect(run(['restore', file], another)).rejects.toThrow('SECRETS_KEY is another one. Nothing was restored');
    expect(await countsOf(url)).toEqual({});
    expect((await run(['restore', file], { ...withoutKey, SECRETS_KEY })).code).toBe(0);
  });

  it('a command without the settings of the server makes no installation of its own', async () => {
    const empty = { DATA_DIR: await newFolder(), DEMO: 'off', LOG_LEVEL: 'silent' };
    for (const args of [['backup', join(folder, 'none.backup')], ['verify'], ['create-super-admin', 'a@b.test']])
      await expect(run(args, empty)).rejects.toThrow(`There is no installation in ${empty.DATA_DIR}`);
    expect(await readdir(empty.DATA_DIR)).toEqual([]);
    expect((await run(['migrate'], empty)).said).toContain('migrations');
    expect((await run(['verify'], empty)).code).toBe(0);
  });

  it('a backup without files that rows name says so, and ends with exit code 1', async () => {
    const dataDir = await newFolder();
    const elsewhere = join(folder, 'elsewhere.backup');
    const { code, said } = await run(['backup', elsewhere], settingsOf(house.databaseUrl, dataDir));
    expect(code).toBe(1);
    expect(said).toMatch(/\d+ files that rows name are not in .*storage \(pictures\/.*\)\. Is STORAGE_URL/);
    // What there is can be restored.
    const restored = settingsOf(await newDatabase(), await newFolder());
    expect((await run(['restore', elsewhere], restored)).code).toBe(0);
  });
});

async function storedNames(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'storage', 'pictures'))).sort();
}

it('RUN-05 commands work on the embedded database beside a running product, and without it', async () => {
  const dataDir = await newFolder();
  const settings = { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent', PORT: String(await freePort()) };
  const started = startProcess(settings);
  await started.ready;
  expect((await run(['create-super-admin', 'first@maker.test'], settings)).code).toBe(0);
  started.child.kill('SIGTERM');
  await started.exited;
  await expect(run(['two-step-off', 'first@maker.test'], settings)).rejects.toThrow('off already');
  expect((await run(['migrate'], settings)).said).toContain('migrations');
});

describe('RUN-03 RUN-05 an operator’s mistake is explained in one sentence without a stack trace:', () => {
  const away = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/none' };
  it.each([
    [['frobnicate'], {}, 2, 'There is no command "frobnicate"'],
    [['create-super-admin', 'nope'], {}, 2, '"nope" is no e-mail address'],
    [['seed', 'load', 'abc'], {}, 2, 'It is called like this'],
    [['verify'], { DATABASE_URL: 'nonsense' }, 1, 'The setting DATABASE_URL is wrong'],
    [['verify'], away, 1, 'The database does not answer: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.'],
    [['migrate'], away, 1, 'it does not answer'],
    [['backup', '/tmp/never-made'], away, 1, 'ECONNREFUSED'],
    [['retention'], away, 1, 'it does not answer'],
    [['restore', '/tmp/is-not-there'], {}, 1, '/tmp/is-not-there cannot be read'],
    [['verify'], { DATA_DIR: '/proc/nope' }, 1, 'no installation in /proc/nope'],
    [['migrate'], { DATA_DIR: '/proc/nope' }, 1, '/proc/nope'],
    [['rotate-key', '/proc/nope/key'], {}, 1, 'The key file /proc/nope/key cannot be made'],
    [['backup', '/proc/nope/file'], {}, 1, '/proc/nope/file cannot be written'],
    [['broker-files', '/proc/nope', 'localhost'], {}, 1, '/proc/nope cannot be used'],
  ] as const)('%j with %j', async (args, settings, code, expected) => {
    // Keys are rotated on a database that nobody uses.
    const database = args[0] === 'rotate-key' ? await newDatabase() : house.databaseUrl;
    const own = 'DATABASE_URL' in settings || 'DATA_DIR' in settings ? {} : { DATABASE_URL: database };
    const { status, lines } = await called([...args], { DATA_DIR: await newFolder(), ...own, ...settings });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(expected);
    expect(status).toBe(code);
  });

  it('a refused database login is explained, and an unknown error names its place in the code only on request', () => {
    const refused = failureText(
      Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' }),
      false,
    );
    expect(refused).toBe('The database refuses: password authentication failed for user "x". Check DATABASE_URL.');
    const fault = new Error('odd\nthing');
    expect(failureText(fault, false)).toBe('It failed: odd thing. With LOG_LEVEL=debug it says where.');
    expect(failureText(fault, true)).toContain('operator.test.ts');
  });
});
