import { spawnSync } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../app/server.ts';
import { readConfig } from '../base/config.ts';
import { freePort } from '../db/embedded/cluster.ts';
import { withClient } from '../db/withClient.ts';
import { failureText } from '../kit/process/failureText.ts';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { countsOf, newDatabase, run, settingsOf, useFolder } from '../testing/operator/callCommands.ts';
import { eventually } from '../testing/oven.ts';
import { plainEnvironment, startProcess, testMasterKey } from '../testing/process.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { totp } from '../testing/totp.ts';
import { answer } from './answer.ts';

const operator = fileURLToPath(new URL('main.ts', import.meta.url));

const { newFolder } = useFolder();
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

/** On the database of these tests, where no settings are given. */
const runHere = (args: string[]) => run(args, settingsOf(server.databaseUrl, server.services.config.dataDir));

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
    const { said } = await runHere(['create-super-admin', 'boss@maker.test']);
    const token = /activate\/([\w-]+)/.exec(said)?.[1];
    const nobody = apiAs(server, null);
    (await nobody.post('/activate', { token, newPassword: password })).expect(204);
    const { token: session } = (await nobody.post('/login', { username: 'boss@maker.test', password })).expect(200) as {
      token: string;
    };
    expect((await apiAs(server, session).get('/technicians')).status).not.toBe(401);
    expect((await apiAs(server, session).get('/profile')).body.profile.kind).toBe('superAdmin');
    await expect(runHere(['create-super-admin', 'BOSS@maker.test'])).rejects.toThrow('There is an account');
    await expect(runHere(['create-super-admin', admin.email])).rejects.toThrow('There is an account');
  });

  it('AUD-01 switches two-step sign-in off for a person without device and codes, tells them, and records the operator', async () => {
    const person = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    await expect(runHere(['two-step-off', person.email])).rejects.toThrow('off already');
    await expect(runHere(['two-step-off', 'nobody@maker.test'])).rejects.toThrow('no account');
    const { secret } = (await person.post(`/users/${person.userId}/two-factor-auth`)).expect(200) as { secret: string };
    (await person.post(`/users/${person.userId}/two-factor-auth/confirm`, { code: totp(secret, new Date()) })).expect(
      200,
    );
    expect((await runHere(['two-step-off', person.email])).code).toBe(0);
    const login = (await apiAs(server, null).post('/login', { username: person.email, password })).expect(200) as {
      token: string;
    };
    expect((await apiAs(server, login.token).get('/profile')).body.profile.googleAuthenticatorConfirmed).toBe(false);
    await eventually(async () =>
      (await mailsTo(server, person.email)).some((text) => text.includes('Two-step sign-in is off')),
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
  const tryDemo = await apiAs({ ...server, ...server } as TestServer, null).post('/login', {
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
    await runHere(['broker-files', files, 'localhost']);
    modes.push((await stat(join(files, 'broker-key.pem'))).mode & 0o777);
  }
  expect(modes).toEqual([0o600, 0o640]);
});

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
    const database = args[0] === 'rotate-key' ? await newDatabase() : server.databaseUrl;
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
