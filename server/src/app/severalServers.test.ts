import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { anOrganisation, aPerson, password, userFields } from '../testing/builders.ts';
import { aPairedMachine, type Credentials, connectOven, eventually, type Oven } from '../testing/oven.ts';
import { type ServerProcess, startProcess } from '../testing/process.ts';
import { createDatabase, openTestServer } from '../testing/testServer.ts';

/** Two processes on one database; each has a broker of its own, so a machine connects to one of them. */
let folder: string;
let servers: { process: ServerProcess; url: string; brokerUrl: string }[];
let email: string;
let shared: { DATABASE_URL: string; STORAGE_URL: string };
let support: string;
let machine: { id: string };
let credentials: Credentials;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-several-'));
  const DATABASE_URL = await createDatabase();
  const server = await openTestServer({}, DATABASE_URL);
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  ({ email } = admin);
  ({ email: support } = await aPerson(server, 'superAdmin', null));
  ({ machine, credentials } = await aPairedMachine(server, admin));
  await server.close();
  shared = { DATABASE_URL, STORAGE_URL: join(folder, 'storage') };
  servers = [];
  for (const name of ['one', 'two']) {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const settings = {
      ...shared,
      DATA_DIR: join(folder, name),
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO: 'off',
      LOG_LEVEL: 'debug',
    };
    const brokerUrl = `mqtts://127.0.0.1:${mqttPort}`;
    servers.push({ process: startProcess(settings), url: `http://127.0.0.1:${port}/api`, brokerUrl });
  }
  await Promise.all(servers.map(({ process }) => process.ready));
});
afterAll(async () => {
  for (const { process } of servers) process.child.kill('SIGTERM');
  await Promise.all(servers.map(({ process }) => process.exited));
  await rm(folder, { recursive: true, force: true });
});

async function call(url: string, method: string, path: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/ld+json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json().catch(() => null)) as { token: string; id: string } };
}

/** The live events that a browser receives from this server. */
async function follow(url: string, token: string) {
  const stop = new AbortController();
  const heard = { text: '' };
  const answer = await fetch(`${url}/live`, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  const reading = (async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      heard.text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return {
    heard,
    stop: async () => {
      stop.abort();
      await reading;
    },
  };
}

async function mailsIn(mailbox: string): Promise<string[]> {
  const names = (await readdir(mailbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(mailbox, name), 'utf8')));
  return texts.filter((text) => /new-\d+@house\.test/.test(text));
}

it('RUN-06 several servers on one database share sessions, and a change on one is sent live by both', async () => {
  const [one = '', two = ''] = servers.map(({ url }) => url);
  const { token } = (await call(one, 'POST', '/login', { username: email, password })).body;
  const listeners = await Promise.all([one, two].map((url) => follow(url, token)));
  const made = await call(two, 'POST', '/tags', { name: 'At the second' }, token);
  expect(made.status).toBe(201);
  await eventually(async () => listeners.every(({ heard }) => heard.text.includes(made.body.id)));
  await Promise.all(listeners.map((listener) => listener.stop()));
  expect((await call(two, 'POST', '/logout', {}, token)).status).toBeLessThan(300);
  await eventually(async () => (await call(one, 'POST', '/tags', { name: 'Too late' }, token)).status === 401);
});

it('SCL-02 with embedded brokers a machine is commanded from the server to which it is not connected', async () => {
  const [one, two] = servers;
  if (!one || !two) throw new Error('two servers');
  const signIn = async (username: string) => (await call(two.url, 'POST', '/login', { username, password })).body.token;
  const [token, ofSupport] = [await signIn(email), await signIn(support)];
  const ask = (at: string) =>
    fetch(`${at}/machines/${machine.id}`, { headers: { authorization: `Bearer ${token}` } }).then(
      (answer) => answer.json() as Promise<{ connection: { connected: boolean } }>,
    );
  const connectTo = async ({ brokerUrl }: { brokerUrl: string }): Promise<Oven> => {
    const oven = await connectOven({ ...credentials, brokerUrl });
    await oven.client.subscribeAsync([`m/${machine.id}/desired`, `m/${machine.id}/commands`], { qos: 1 });
    await oven.birth({ settings: [{ param: 'light', type: 'BOOL', value: false }] });
    return oven;
  };
  const oven = await connectTo(one);
  const change = { id: machine.id, param: 'light', type: 'BOOL', value: true };
  expect((await call(two.url, 'POST', '/machine/update-machine-settings', change, ofSupport)).status).toBe(202);
  await eventually(() => oven.received.get('commands')?.length);

  // It moves to the other server, as when a proxy sends it there: the first one ends the connection that it holds.
  const left = new Promise<void>((resolve) => oven.client.once('close', () => resolve()));
  const moved = await connectTo(two);
  await left;
  await eventually(() => one.process.output().includes('connection ended'));
  expect((await ask(one.url)).connection.connected).toBe(true);

  // A third server that starts and ends says nothing about the machines of the others.
  const third = startProcess({ ...shared, DATA_DIR: join(folder, 'three'), LOG_LEVEL: 'error' });
  await third.ready;
  expect((await ask(one.url)).connection.connected).toBe(true);
  third.child.kill('SIGTERM');
  await third.exited;
  expect((await ask(two.url)).connection.connected).toBe(true);

  const ended = new Promise<void>((resolve) => moved.client.once('close', () => resolve()));
  expect((await call(one.url, 'PUT', `/machines/${machine.id}`, { active: false }, token)).status).toBe(200);
  await ended;
  await eventually(async () => !(await ask(one.url)).connection.connected);
});

it('RUN-06 several servers on one database run each job once, and take over the jobs of a stopped server', async () => {
  const [one = '', two = ''] = servers.map(({ url }) => url);
  // Only the invitations; a mail about a sign-in may arrive at any time.
  const mails = async () =>
    (await Promise.all(['one', 'two'].map((name) => mailsIn(join(folder, name, 'mailbox'))))).flat();
  const { token } = (await call(one, 'POST', '/login', { username: email, password })).body;
  for (let index = 0; index < 12; index += 1)
    expect((await call(index % 2 ? one : two, 'POST', '/users', userFields(), token)).status).toBe(201);
  await eventually(async () => (await mails()).length >= 12);
  servers[0]?.process.child.kill('SIGKILL');
  expect((await call(two, 'POST', '/users', userFields(), token)).status).toBe(201);
  await eventually(async () => (await mails()).length >= 13);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await mails()).toHaveLength(13);
});
