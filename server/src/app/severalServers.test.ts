import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { anOrganisation, aPerson, password } from '../testing/builders.ts';
import { createDatabase, openHouse } from '../testing/openHouse.ts';
import { eventually } from '../testing/oven.ts';
import { type ServerProcess, startProcess } from '../testing/process.ts';

/**
 * Two processes on one database; each has a broker of its own, so a machine connects to one of them
 * (docs/operating.md).
 */
let folder: string;
let servers: { process: ServerProcess; url: string }[];
let email: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-several-'));
  const DATABASE_URL = await createDatabase();
  const house = await openHouse({}, DATABASE_URL);
  ({ email } = await aPerson(house, 'clientAdmin', await anOrganisation(house)));
  await house.close();
  servers = [];
  for (const name of ['one', 'two']) {
    const port = await freePort();
    const settings = {
      DATABASE_URL,
      DATA_DIR: join(folder, name),
      STORAGE_URL: join(folder, 'storage'),
      PORT: String(port),
      DEMO: 'off',
    };
    servers.push({ process: startProcess(settings), url: `http://127.0.0.1:${port}/api` });
  }
  await Promise.all(servers.map(({ process }) => process.ready));
}, 60_000);
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

it('several servers on one database share sessions, and a change on one is sent live by both', async () => {
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

it('several servers on one database run each job once, and take over the jobs of a stopped server', async () => {
  const [one = '', two = ''] = servers.map(({ url }) => url);
  // Only the invitations; a mail about a sign-in may arrive at any time.
  const mails = async () =>
    (await Promise.all(['one', 'two'].map((name) => mailsIn(join(folder, name, 'mailbox'))))).flat();
  const { token } = (await call(one, 'POST', '/login', { username: email, password })).body;
  const person = (index: number) => ({
    email: `new-${index}@house.test`,
    firstName: 'Noé',
    lastName: 'Petit',
    society: 'Maison Petit',
    street: '1 rue du Four',
    zipcode: '75011',
    city: 'Paris',
    country: 'FR',
    timezone: 'Europe/Paris',
    countryCode: 'FR',
    temperatureUnitPreference: 'C',
  });
  for (let index = 0; index < 12; index += 1)
    expect((await call(index % 2 ? one : two, 'POST', '/users', person(index), token)).status).toBe(201);
  await eventually(async () => (await mails()).length >= 12);
  servers[0]?.process.child.kill('SIGKILL');
  expect((await call(two, 'POST', '/users', person(12), token)).status).toBe(201);
  await eventually(async () => (await mails()).length >= 13);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await mails()).toHaveLength(13);
}, 60_000);
