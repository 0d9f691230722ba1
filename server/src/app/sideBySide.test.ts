import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { withClient } from '../db/withClient.ts';
import { anOrganisation, aPerson, type Person, password } from '../testing/builders.ts';
import { findFormerVersion } from '../testing/formerVersion.ts';
import { type Credentials, connectOven, eventually, pairOven } from '../testing/oven.ts';
import { type ServerProcess, startProcess } from '../testing/process.ts';
import { createDatabase, createEmptyDatabase, openTestServer, type TestServer } from '../testing/testServer.ts';

const former = findFormerVersion();
let server: TestServer;
let admin: Person;
let old: ServerProcess;
let token: string;
let settings: Record<string, string>;
let base: string;

async function ask<Body = { id: string }>(method: string, path: string, body?: object) {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/ld+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json().catch(() => null)) as Body };
}

/**
 * During a rolling restart the former version works on with the tables of this one: migrations only add, and a later
 * version removes. Skipped where the history of the project is not there.
 */
describe.skipIf(!former)('SCL-02 the server of the former version', () => {
  beforeAll(async () => {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const DATABASE_URL = await createEmptyDatabase();
    settings = { DATABASE_URL, PORT: String(port), MQTT_PORT: String(mqttPort), DATA_DIR: `${former?.folder}/data` };
    base = `http://127.0.0.1:${port}/api`;
    old = startProcess(settings, former?.main);
    await old.ready;
    // Migrates while the other works.
    server = await openTestServer({}, DATABASE_URL);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    token = (await ask<{ token: string }>('POST', '/login', { username: admin.email, password })).body.token;
  });
  afterAll(async () => {
    old.child.kill('SIGTERM');
    await old.exited;
    await server.close();
    await rm(former?.folder ?? '', { recursive: true, force: true });
  });

  it('reads and writes in the tables of this version, and this one sees it', async () => {
    const made = await ask('POST', '/tags', { name: 'By the former version' });
    expect(made.status).toBe(201);
    expect((await admin.get(`/tags/${made.body.id}`)).body.name).toBe('By the former version');
    expect((await admin.put(`/tags/${made.body.id}`, { name: 'By this version' })).status).toBe(200);
    expect((await ask<{ name: string }>('GET', `/tags/${made.body.id}`)).body.name).toBe('By this version');
    for (const path of ['/machines', '/programs', '/structures', '/users', '/history', '/home', '/recycle-bin'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
    expect((await ask('DELETE', `/tags/${made.body.id}`)).status).toBe(204);
    expect((await admin.get(`/tags/${made.body.id}`)).status).toBe(404);
  });

  it('pairs a machine, stores its reports once, and this one answers for it', async () => {
    const machine = await ask('POST', '/machines', {
      name: 'Oven',
      serialNumber: 'SIDE-1',
      pin: '1234',
      category: 'deck',
    });
    expect(machine.status).toBe(201);
    expect((await ask('POST', `/machines/${machine.body.id}/connect`)).status).toBe(200);
    const pairing = { post: async (path: string, body: object) => withExpect(await ask('POST', path, body)) };
    const credentials = await pairOven(pairing as never, { serialNumber: 'SIDE-1', pin: '1234' });
    const oven = await connectOven(credentials as Credentials);
    await oven.birth();
    const entries = ['a', 'b'].map((id, index) => ({
      id,
      at: new Date(Date.now() - 60_000 + index * 1000).toISOString(),
      type: 'PowerOn',
    }));
    for (let time = 0; time < 2; time += 1) await oven.report('activities', { entries });
    const started = new Date(Date.now() - 30_000).toISOString();
    await oven.report('errors', { entries: [{ id: 'e', code: 'E03', dateStart: started }] });
    await oven.report('readings', {
      entries: [
        {
          id: 'r',
          at: new Date().toISOString(),
          chamberTemperatureCelsius: 210,
          setTemperatureCelsius: 240,
          energyKilowattHours: 3,
          doorOpen: false,
          program: null,
        },
      ],
    });
    const view = async () => (await admin.get(`/machines/${machine.body.id}`)).body;
    await eventually(async () => (await view()).openErrorCount === 1);
    expect((await view()).connection.connected).toBe(true);
    const rows = await server.ownerQuery('select from activities where "machineId" = $1', [machine.body.id]);
    expect(rows).toHaveLength(2);
    await oven.close();
  });
});

it('SCL-02 a server starts although a later version has migrated the database', async () => {
  const database = await createDatabase();
  await withClient(database, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-of-a-later-version', 'now')`),
  );
  const later = await openTestServer({}, database);
  expect((await later.web.server.inject({ url: '/api/ready' })).statusCode).toBe(200);
  await later.close();
});

function withExpect({ status, body }: { status: number; body: object }) {
  return {
    expect: (wanted: number) => {
      expect(status).toBe(wanted);
      return body;
    },
  };
}
