import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../app/server.ts';
import { readConfig } from '../base/config.ts';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, aProgram, aStructure, type Person, password } from '../testing/builders.ts';
import { countsOf, newDatabase, run, settingsOf, useFolder } from '../testing/operator/callCommands.ts';
import { aPairedMachine, type Credentials, connectOven, eventually } from '../testing/oven.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

describe('RUN-05 backup and restore', () => {
  const folder = useFolder();
  let server: TestServer;
  let admin: Person;
  let credentials: Credentials;
  let file: string;
  const runHere = (args: string[]) => run(args, settingsOf(server.databaseUrl, server.services.config.dataDir));
  beforeAll(async () => {
    server = await openTestServer();
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const structure = await aStructure(server, admin, 'Boutique "1"; \\.');
    await aStructure(server, admin, 'Inside', { parentId: structure });
    const { id } = await aProgram(admin, { name: 'Pain' });
    // Characters that COPY escapes, as in backups of older versions.
    await server.ownerQuery('update programs set name = $2 where id = $1', [id, 'Pain\ttab\nund\\N']);
    (await admin.post('/image/update', { imageBase64: await asBase64(aPicture().png()) })).expect(200);
    ({ credentials } = await aPairedMachine(server, admin, { name: 'Four 1', structure }));
    const oven = await connectOven(credentials);
    await oven.birth();
    await oven.report('errors', { entries: [{ id: 'e', code: 'E07', dateStart: new Date().toISOString() }] });
    await oven.close();
    // Jobs that follow from the fault have ended, so that no row is added while rows are counted.
    await eventually(async () => {
      const told = await server.ownerQuery<{ isSent: boolean }>(
        `select "sentAt" is not null as "isSent" from mails where "toAddress" = $1`,
        [admin.email],
      );
      return told.length > 0 && told.every(({ isSent }) => isSent);
    });
    file = folder.file('house.backup');
  });
  afterAll(() => server.close());

  it('restore every row, every file and the keys, and machines still connect with their certificates', async () => {
    await server.ownerQuery(
      `insert into mails (id, reason, "toAddress", "toName", subject, text, html)
        values (gen_random_uuid(), 'waits', 'a@b.test', 'A', 's', 't', 'h') on conflict do nothing`,
    );
    await rm(file, { force: true });
    const before = await countsOf(server.databaseUrl);
    expect((await runHere(['backup', file])).said).toContain('keys');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(runHere(['backup', file])).rejects.toThrow('exists already');

    const url = await newDatabase();
    const dataDir = await folder.newFolder();
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
    const restored = { ...server, ...again } as TestServer;
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
    const settings = settingsOf(url, await folder.newFolder());
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, whole.length - 40), changed, Buffer.from('hello')]) {
      await writeFile(folder.file('broken'), bytes);
      await expect(run(['restore', folder.file('broken')], settings)).rejects.toThrow('is no whole backup');
    }
    expect(await countsOf(url)).toEqual({});
  });

  it('refuse another master key, and make no new one, before anything is changed', async () => {
    const url = await newDatabase();
    const dataDir = await folder.newFolder();
    const { SECRETS_KEY, ...withoutKey } = settingsOf(url, dataDir);
    await expect(run(['restore', file], withoutKey)).rejects.toThrow(`copy it to ${dataDir}/secrets-key`);
    expect(await readdir(dataDir)).toEqual([]);
    const another = { ...withoutKey, SECRETS_KEY: 'another-master-key-of-some-length-0001' };
    await expect(run(['restore', file], another)).rejects.toThrow('SECRETS_KEY is another one. Nothing was restored');
    expect(await countsOf(url)).toEqual({});
    expect((await run(['restore', file], { ...withoutKey, SECRETS_KEY })).code).toBe(0);
  });

  it('a command without the settings of the server makes no installation of its own', async () => {
    const empty = { DATA_DIR: await folder.newFolder(), DEMO: 'off', LOG_LEVEL: 'silent' };
    for (const args of [['backup', folder.file('none.backup')], ['verify'], ['create-super-admin', 'a@b.test']])
      await expect(run(args, empty)).rejects.toThrow(`There is no installation in ${empty.DATA_DIR}`);
    expect(await readdir(empty.DATA_DIR)).toEqual([]);
    expect((await run(['migrate'], empty)).said).toContain('migrations');
    expect((await run(['verify'], empty)).code).toBe(0);
  });

  it('a backup without files that rows name says so, and ends with exit code 1', async () => {
    const dataDir = await folder.newFolder();
    const elsewhere = folder.file('elsewhere.backup');
    const { code, said } = await run(['backup', elsewhere], settingsOf(server.databaseUrl, dataDir));
    expect(code).toBe(1);
    expect(said).toMatch(/\d+ files that rows name are not in .*storage \(pictures\/.*\)\. Is STORAGE_URL/);
    // What there is can be restored.
    const restored = settingsOf(await newDatabase(), await folder.newFolder());
    expect((await run(['restore', elsewhere], restored)).code).toBe(0);
  });
});

async function storedNames(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'storage', 'pictures'))).sort();
}
