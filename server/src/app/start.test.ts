import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../base/config.ts';
import { freePort } from '../db/embedded/cluster.ts';
import { refuseOldVersion } from '../db/migrate.ts';
import { withClient } from '../db/withClient.ts';
import { anOrganisation, aPerson, password } from '../testing/builders.ts';
import { eventually } from '../testing/oven.ts';
import { startProcess } from '../testing/process.ts';
import { createDatabase, openTestServer } from '../testing/testServer.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fournil-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const sentence = async (settings: Record<string, string>) => {
  const started = startProcess(settings);
  const code = await started.exited;
  return { code, lines: started.output().trim().split('\n') };
};

describe('RUN-01 the start of the product', () => {
  it('creates its own database, which survives kill -9 with everything acknowledged, and is used by the next start', async () => {
    const port = await freePort();
    const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: 'off' };
    const first = startProcess(settings);
    await first.ready;
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
    const second = await sentence({ ...settings, PORT: '0' });
    expect(second).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/in use by another Fournil \(process \d+\)/)],
    });
    first.child.kill('SIGKILL');
    await first.exited;
    const again = startProcess(settings);
    await again.ready;
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);
    const version = join(dataDir, 'postgres', 'PG_VERSION');
    const isHere = await readFile(version, 'utf8').catch(() => null);
    if (isHere === null) return; // Run as root over a folder that others cannot enter; then the cluster is elsewhere.
    await writeFile(version, '15\n');
    expect(await sentence(settings)).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('was made by PostgreSQL 15')],
    });
  }, 120_000);

  it.each([
    [{ PORT: 'eighty' }, 'The setting PORT is wrong'],
    [{ PORT: '70000' }, 'The setting PORT is wrong'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'The setting DATABASE_URL is wrong'],
    [{ SMTP_URL: 'mail.example.org' }, 'The setting SMTP_URL is wrong'],
    [{ TERMS_URL: 'javascript:alert(1)' }, 'The setting TERMS_URL is wrong: must begin with http:// or https://'],
    [{ PUBLIC_URL: 'ovens.example' }, 'The setting PUBLIC_URL is wrong'],
    [
      { PUBLIC_URL: 'https://ovens.example/console' },
      'The setting PUBLIC_URL is wrong: must be an address without a path',
    ],
    [{ STORAGE_URL: 'ftp://x/y' }, 'The setting STORAGE_URL is wrong'],
    [{ STORAGE_URL: '/etc/passwd/storage' }, 'The storage folder /etc/passwd/storage cannot be written'],
    [{ METRICS_TOKEN: 'short' }, 'The setting METRICS_TOKEN is wrong'],
    [{ DEMO: 'maybe' }, 'The setting DEMO is wrong'],
    [{ PRODUCT_SLUG: 'Four nil' }, 'The setting PRODUCT_SLUG is wrong'],
    [{ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, 'The database could not be brought up to date'],
    // A file system on which no folders can be created.
    [{ DATA_DIR: '/proc/nope' }, 'The data folder /proc/nope cannot be made'],
    [{ DATA_DIR: '/proc/nope/deeper' }, 'The data folder /proc/nope/deeper cannot be made'],
    [{ STORAGE_URL: '/proc/nope' }, 'The storage folder /proc/nope cannot be written'],
    [{ SECRETS_KEY: '', SECRETS_KEY_FILE: '/proc/nope/key' }, 'The key file /proc/nope/key cannot be made'],
    [{ HOST: 'nope.invalid' }, 'The setting HOST is wrong: nothing is known under this name'],
    [{ HOST: '300.1.1.1' }, 'The setting HOST is wrong: nothing is known under this name'],
    [{ HOST: '192.0.2.1' }, 'check HOST'],
    [{ MQTT_HOST: 'no host' }, 'The setting MQTT_HOST is wrong'],
    [{ TRUSTED_PROXIES: 'nope' }, 'The setting TRUSTED_PROXIES is wrong: must be IP addresses'],
    [{ TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/99' }, 'The setting TRUSTED_PROXIES'],
    [{ WEBHOOK_NETWORKS: 'loopback' }, 'The setting WEBHOOK_NETWORKS is wrong: must be networks'],
    [{ WEBHOOK_NETWORKS: '10.1.0.0/16, 10.0.0.0/99' }, 'The setting WEBHOOK_NETWORKS'],
    [{ MAIL_FROM: 'nope' }, 'The setting MAIL_FROM is wrong: must be an address'],
    [{ SECURITY_CONTACT: 'somebody' }, 'The setting SECURITY_CONTACT is wrong'],
    [{ DATA_DIR: '/etc/passwd/fournil' }, 'The data folder /etc/passwd/fournil cannot be made'],
  ])('RUN-03 is refused with one sentence about the setting %j', async (settings, expected) => {
    const { code, lines } = await sentence({
      DATA_DIR: join(dataDir, 'unused'),
      ...(settings as Record<string, string>),
    });
    expect(code).toBe(1);
    expect(lines, lines.join('\n')).toHaveLength(1);
    expect(lines[0]).toContain(expected);
  });

  it('RUN-03 accepts proxies, senders and contacts in all their forms', () => {
    const trusted = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8 , loopback' }).trustedProxies;
    expect(trusted).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback']);
    for (const sender of [
      'ovens@maker.test',
      'Fournil <ovens@maker.test>',
      '"Maker, Inc." <ovens@maker.test>',
      'Le Fournil É <o@localhost>',
    ])
      expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    for (const contact of ['a@maker.test', 'mailto:a@maker.test', 'https://maker.test/@security', 'tel:+33123456789'])
      expect(readConfig({ SECURITY_CONTACT: contact }).securityContact).toBe(contact);
  });

  it('RUN-03 refuses wrong settings of a shared broker, and derives the address of machines from its own', () => {
    const MQTT_URL = 'mqtts://broker.maker.test';
    expect(() => readConfig({ MQTT_URL: 'https://broker.maker.test' })).toThrow('The setting MQTT_URL is wrong');
    expect(() => readConfig({ MQTT_URL, MQTT_CERTIFICATE: '/etc/hostname' })).toThrow('belong together');
    expect(() => readConfig({ MQTT_URL, MQTT_AUTHORITY: '/etc/hostname' })).toThrow(
      'MQTT_AUTHORITY is wrong: must be a file',
    );
    expect(readConfig({ MQTT_URL }).brokerUrl).toBe('mqtts://broker.maker.test:8883');
    expect(readConfig({ MQTT_URL, MQTT_HOST: 'ovens.maker.test', MQTT_PORT: '443' }).brokerUrl).toBe(
      'mqtts://ovens.maker.test:443',
    );
  });

  it('RUN-03 requires PostgreSQL 15 or later, and prints no password', () => {
    expect(() => refuseOldVersion(140_011)).toThrow('is PostgreSQL 14: Fournil needs 15 or later');
    expect(() => refuseOldVersion(150_004)).not.toThrow();
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@x/y' })).toThrow('(it is "mysql://me:…@x/y")');
  });

  it('names a port that is in use, and releases the database', async () => {
    const DATABASE_URL = await createDatabase();
    for (const name of ['PORT', 'MQTT_PORT']) {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()));
      const { port } = taken.address() as { port: number };
      expect(await sentence({ DATABASE_URL, [name]: String(port) })).toMatchObject({
        code: 1,
        lines: [expect.stringContaining(`Port ${port} is in use`)],
      });
      taken.close();
    }
  });

  it('creates demonstration accounts only on a loopback address or on request', () => {
    expect(readConfig({}).demo).toBe(true);
    expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://ovens.example' }).demo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBe(true);
    expect(readConfig({ HOST: '127.0.0.1', DEMO: 'off' }).demo).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://ovens.example/' }).publicUrl).toBe('https://ovens.example');
  });
});

it('RUN-04 the server reports that it is up and ready, and not ready without its database', async () => {
  const server = await openTestServer();
  const get = (path: string) => server.web.server.inject({ url: `/api${path}` });
  expect((await get('/health')).json()).toEqual({ status: 'up' });
  expect((await get('/ready')).json()).toEqual({ status: 'ready' });
  await server.services.db.close();
  const without = await get('/ready');
  expect(without.statusCode).toBe(503);
  expect(without.headers['retry-after']).toBe('2');
  expect((await get('/health')).statusCode).toBe(200);
  await server.close();
});

it('SCL-04 at SIGUSR2 a server reports what it does, without its passwords, and goes on', async () => {
  const DATA_DIR = join(dataDir, 'reporting');
  const started = startProcess({
    DATABASE_URL: await createDatabase(),
    DATA_DIR,
    METRICS_TOKEN: 'a-secret-of-settings',
  });
  await started.ready;
  started.child.kill('SIGUSR2');
  const name = await eventually(async () => (await readdir(DATA_DIR)).find((one) => /^report\..*\.json$/.test(one)));
  const report = await eventually(async () => {
    const text = await readFile(join(DATA_DIR, name), 'utf8');
    return text.trimEnd().endsWith('}') ? text : null;
  });
  expect(JSON.parse(report)).toMatchObject({ javascriptStack: {}, libuv: expect.any(Array) });
  expect(report).not.toContain('a-secret-of-settings');
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
});

it('RUN-01 accounts of the demonstration can sign in only while it is on, and the log says when that ends', async () => {
  const DATABASE_URL = await createDatabase();
  const server = await openTestServer({}, DATABASE_URL);
  // The demonstration finds its client admin and creates nothing, which would take most of this test's time.
  const { email } = await aPerson(server, 'clientAdmin', await anOrganisation(server), { email: 'admin@levain.test' });
  await server.close();
  const statusOf = async (demo: string) => {
    const [port, simulator] = [await freePort(), await freePort()];
    const started = startProcess({
      DATABASE_URL,
      DATA_DIR: join(dataDir, 'demo'),
      DEMO: demo,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      SIMULATOR_PORT: String(simulator),
    });
    await started.ready;
    const { status } = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: email, password }),
    });
    started.child.kill('SIGTERM');
    await started.exited;
    return [status, started.output().includes('demo accounts off')];
  };
  expect([await statusOf('on'), await statusOf('off'), await statusOf('on')]).toEqual([
    [200, false],
    [401, true],
    [200, false],
  ]);
}, 120_000);

it('RUN-01 no call is answered before the accounts of the demonstration are switched off', async () => {
  const DATABASE_URL = await createDatabase();
  const server = await openTestServer({}, DATABASE_URL);
  const { userId } = await aPerson(server, 'clientAdmin', await anOrganisation(server), { email: 'admin@levain.test' });
  await server.close();
  const port = await freePort();
  const health = `http://127.0.0.1:${port}/api/health`;
  await withClient(DATABASE_URL, async (client) => {
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [userId]);
    const settings = { DATABASE_URL, DATA_DIR: join(dataDir, 'locked'), DEMO: 'off', PORT: String(port) };
    const started = startProcess(settings);
    await eventually(async () => {
      const { rows } = await client.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      return rows.length > 0;
    });
    await expect(fetch(health)).rejects.toThrow('fetch failed');
    await client.query('commit');
    await started.ready;
    expect((await fetch(health)).status).toBe(200);
    started.child.kill('SIGTERM');
    await started.exited;
  });
}, 120_000);
