import { type EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downTopics, linkLimits } from '@fournil/contract/machine-link/topics';
import mqtt, { type IConnackPacket, type IDisconnectPacket } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, type Credentials, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { findMosquitto, type Mosquitto, openMosquitto } from '../../testing/services/mosquitto.ts';
import { createDatabase, openTestServer, type TestServer } from '../../testing/testServer.ts';

const program = findMosquitto();
const brokerToken = 'a-token-of-the-broker';
const metricsToken = 'a-token-of-the-metrics';
let broker: Mosquitto;
let server: TestServer;
let admin: Person;
let support: Person;

/** With Debian's mosquitto, where it is or can be installed. */
describe.skipIf(!program)('SCL-01 a broker that servers share', () => {
  beforeAll(async () => {
    const database = await createDatabase();
    broker = await openMosquitto(program ?? '', database, await freePort());
    const tokens = { BROKER_TOKEN: brokerToken, METRICS_TOKEN: metricsToken };
    const settings = { MQTT_URL: broker.url, BROKER_CRL_FILE: broker.crlFile, LOG_LEVEL: 'warn', ...tokens };
    server = await openTestServer(settings, database);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    support = await aPerson(server, 'superAdmin', null);
  });
  afterAll(async () => {
    await server.close();
    await broker.close();
  });
  const isEveryJobDone = async (machineId: string) => {
    const open = `select from pgboss.job where data ->> 'machineId' = $1 and state < 'completed'`;
    return (await server.ownerQuery(open, [machineId])).length === 0;
  };
  const machineNow = async (id: string) => (await admin.get(`/machines/${id}`)).body;

  it('is the address that machines are given; their reports are named in `stored` after the commit', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    expect(credentials.brokerUrl).toBe(broker.url);
    const oven = await connectedOven(credentials);
    await oven.birth({ id: 'b-1' });
    await oven.report('activities', {
      entries: [{ id: 'a-1', at: new Date().toISOString(), type: 'PowerOn' }],
    });
    const named = () => (oven.received.get('stored') ?? []).flatMap((message) => (message as { ids: string[] }).ids);
    await eventually(() => named().includes('b-1') && named().includes('a-1'));
    expect((await machineNow(machine.id)).connection.connected).toBe(true);
    await oven.close();
    await eventually(async () => !(await machineNow(machine.id)).connection.connected);
  });

  it('carries desired states and commands to the machine', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const oven = await connectedOven(credentials);
    await oven.birth();
    await eventually(() => oven.received.get('desired')?.length);
    const settings = [{ param: 'light', type: 'BOOL', value: false }];
    await oven.report('reported', {
      id: 'r-1',
      at: new Date().toISOString(),
      desiredVersion: 0,
      programs: [],
      settings,
    });
    await eventually(async () => (await support.get(`/machines/${machine.id}/settings`)).body.settings?.length === 1);
    const change = { id: machine.id, param: 'light', type: 'BOOL', value: true };
    (await support.post('/machine/update-machine-settings', change)).expect(202);
    await eventually(() => oven.received.get('commands')?.length);
    await oven.close();
  });

  it('MKR-01 carries what is refused to the machine, and `stored` names it too', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const oven = await connectedOven(credentials);
    await oven.birth();
    const entries = [
      { id: 'good', at: new Date().toISOString(), type: 'PowerOn' },
      { id: 'bad', at: new Date().toISOString(), type: 'Explode' },
    ];
    await oven.report('activities', { entries });
    const named = () => (oven.received.get('stored') ?? []).flatMap((message) => (message as { ids: string[] }).ids);
    await eventually(() => named().includes('good') && named().includes('bad'));
    await eventually(() => oven.received.get('refused')?.length);
    expect(oven.received.get('refused')).toMatchObject([
      { topic: 'activities', entries: [{ list: 'entries', index: 1, id: 'bad', code: 'oneOf', field: 'type' }] },
    ]);
    await oven.close();
  });

  it('MKR-01 says to a machine with MQTT 5 how large a message may be, and ends with 0x95 when one is larger', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const { brokerUrl, certificate, key, authority } = credentials;
    const client = mqtt.connect(brokerUrl, {
      clientId: machine.id,
      protocolVersion: 5,
      reconnectPeriod: 0,
      ...{ cert: certificate, key, ca: authority },
    });
    client.on('error', () => undefined);
    const [connack] = (await once(client as unknown as EventEmitter, 'connect')) as [IConnackPacket];
    const most = connack.properties?.maximumPacketSize ?? 0;
    expect(most).toBeGreaterThanOrEqual(linkLimits.messageBytes);
    // mqtt.js itself sends nothing larger than what was announced, so this is written as bytes.
    const topic = Buffer.from(`m/${machine.id}/activities`);
    const rest = Buffer.concat([
      Buffer.from([0, topic.length]),
      topic,
      Buffer.from([0, 7, 0]),
      Buffer.alloc(most, 0x78),
    ]);
    const length = [(rest.length & 127) | 128, ((rest.length >> 7) & 127) | 128, rest.length >> 14];
    client.stream.write(Buffer.concat([Buffer.from([0x32, ...length]), rest]));
    const [{ reasonCode }] = (await once(client as unknown as EventEmitter, 'disconnect')) as [IDisconnectPacket];
    expect(reasonCode).toBe(0x95);
    await client.endAsync(true);
  });

  it('LNK-06 MKR-01 sends the desired state once to a machine that subscribes before its birth', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    // The approval sends it too, to whoever is subscribed by then.
    await eventually(() => isEveryJobDone(machine.id));
    const oven = await connectedOven(credentials);
    await oven.birth({ id: 'b-1' });
    await eventually(() => oven.received.get('desired')?.length);
    await oven.report('activities', { entries: [{ id: 'a-1', at: new Date().toISOString(), type: 'PowerOn' }] });
    const named = () => (oven.received.get('stored') ?? []).flatMap((message) => (message as { ids: string[] }).ids);
    await eventually(() => named().includes('a-1'));
    expect(oven.received.get('desired')).toHaveLength(1);
    await oven.close();
  });

  it('stores a report once that comes a thousand times, on all slots', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const oven = await connectedOven(credentials);
    await oven.birth();
    const again = anActivity('again');
    await Promise.all(
      Array.from({ length: 1000 }, () => oven.client.publishAsync(`m/${machine.id}/activities`, again, { qos: 1 })),
    );
    await oven.client.publishAsync(`m/${machine.id}/activities`, anActivity('last'), { qos: 1 });
    const named = () => (oven.received.get('stored') ?? []).flatMap((message) => (message as { ids: string[] }).ids);
    await eventually(() => named().filter((id) => id === 'again').length === 1000 && named().includes('last'));
    expect((await stored(machine.id)).map(({ reportId }) => reportId).toSorted()).toEqual(['again', 'last']);
    await oven.close();
  });

  it('lets a machine use its own topics only, and no other client identifier', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const { machine: other } = await aPairedMachine(server, admin);
    // Under this identifier it would get what waits for a server.
    const oven = await connectOven(credentials, { clientId: 'fournil-slot-1', clean: false });
    const foreign = [`m/${other.id}/+`, '$share/fournil/m/+/activities', '#'];
    await oven.client.subscribeAsync(foreign, { qos: 1 }).catch(() => undefined);
    const topics: string[] = [];
    oven.client.on('message', (topic) => topics.push(topic));
    await oven.client.publishAsync(`m/${other.id}/activities`, anActivity('foreign'), { qos: 1 });
    await oven.client.publishAsync(`m/${machine.id}/activities`, anActivity('own'), { qos: 1 });
    await eventually(async () => (await stored(machine.id)).length === 1);
    expect(await stored(other.id)).toEqual([]);
    (await admin.put(`/machines/${other.id}`, { active: false })).expect(200);
    (await admin.put(`/machines/${machine.id}`, { approved: false })).expect(200);
    await eventually(() => topics.includes(`m/${machine.id}/desired`));
    expect(topics.filter((topic) => !topic.startsWith(`m/${machine.id}/`))).toEqual([]);
    await oven.close();
  });

  it('ends the connection of a machine out of service, stores nothing of it, and refuses it', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const oven = await connectedOven(credentials);
    await oven.birth();
    const ended = new Promise<void>((resolve) => oven.client.once('close', () => resolve()));
    (await admin.put(`/machines/${machine.id}`, { active: false })).expect(200);
    await ended;
    await eventually(async () => !(await machineNow(machine.id)).connection.connected);
    // Until the broker has the next list of revoked certificates it lets the machine in; the servers do not.
    const again = await connectOven(credentials).catch((error: Error) => error);
    if (again instanceof Error) expect(again.message).toContain('certificate revoked');
    else {
      const expelled = new Promise<void>((resolve) => again.client.once('close', () => resolve()));
      await again.client
        .publishAsync(`m/${machine.id}/activities`, anActivity('late'), { qos: 1 })
        .catch(() => undefined);
      await expelled;
    }
    expect(await stored(machine.id)).toEqual([]);
    await eventually(() =>
      connectOven(credentials).then(
        (oven) => oven.close(),
        () => true,
      ),
    );
    (await admin.put(`/machines/${machine.id}`, { active: true })).expect(200);
    await (await eventually(() => connectOven(credentials).catch(() => null))).close();
  });

  it('says through a silence that a machine is away, and through any message that it is connected', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const isConnected = async () => (await machineNow(machine.id)).connection.connected;
    const oven = await connectOven(credentials);
    await oven.birth();
    await eventually(isConnected);
    // The broker dies without sending last wills.
    await broker.kill('SIGKILL');
    await oven.close();
    server.advance(linkLimits.silenceSeconds + 10);
    await eventually(async () => !(await isConnected()));
    await broker.start();
    const again = await eventually(() => connectOven(credentials).catch(() => null));
    // It has not heard that it counts as away, so it sends no birth.
    await eventually(async () => {
      await again.client.publishAsync(`m/${machine.id}/alive`, JSON.stringify({ v: 1 }), { qos: 0 });
      return isConnected();
    });
    await again.close();
  });

  it('asks who may connect, and gets the revoked certificates', async () => {
    const { machine } = await aPairedMachine(server, admin);
    const ask = async (body: object, headers: Record<string, string> = { authorization: `Bearer ${brokerToken}` }) => {
      const answer = await server.web.server.inject({
        method: 'POST',
        url: '/api/machine-link/broker-access',
        headers,
        payload: body,
      });
      return answer.statusCode === 200 ? answer.json().result : answer.statusCode;
    };
    const own = { clientId: machine.id, commonName: machine.id };
    expect(await ask(own)).toBe('allow');
    expect(await ask({ ...own, action: 'publish', topic: `m/${machine.id}/birth` })).toBe('allow');
    expect(await ask({ ...own, action: 'publish', topic: `m/${machine.id}/desired` })).toBe('deny');
    expect(await ask({ ...own, action: 'subscribe', topic: `m/${machine.id}/desired` })).toBe('allow');
    expect(await ask({ ...own, action: 'subscribe', topic: '#' })).toBe('deny');
    const authorization = `Bearer ${metricsToken}`;
    const metrics = (await server.web.server.inject({ url: '/api/metrics', headers: { authorization } })).body;
    expect(metrics).toMatch(/fournil_machine_foreign_topics_total\{action="publish"\} 1\n/);
    expect(server.logged.filter(({ event }) => event === 'foreign topic')).toMatchObject([
      { client: machine.id, topic: `m/${machine.id}/desired` },
    ]);
    expect(await ask({ clientId: machine.id, commonName: 'another' })).toBe('deny');
    expect(await ask({ clientId: 'fournil-slot-2', action: 'subscribe', topic: '$share/fournil/m/+/birth' })).toBe(
      'allow',
    );
    expect(await ask({ clientId: 'unknown', commonName: 'unknown' })).toBe('deny');
    // Without the common name nothing is known of a client that connects, and without an action nothing is allowed.
    expect(await ask({ clientId: 'fournil-slot-2' })).toBe('deny');
    expect(await ask({ ...own, topic: '#' })).toBe('deny');
    const outOfService = await aPairedMachine(server, admin);
    (await admin.put(`/machines/${outOfService.machine.id}`, { active: false })).expect(200);
    const expelled = { clientId: outOfService.machine.id, commonName: outOfService.machine.id };
    await eventually(async () => (await ask(expelled)) === 'deny');
    const password = server.services.keys.expelPassword(outOfService.machine.id);
    expect(await ask({ ...expelled, password })).toBe('allow');
    expect(await ask({ ...expelled, password, action: 'subscribe', topic: `m/${expelled.clientId}/desired` })).toBe(
      'deny',
    );
    expect(await ask(own, {})).toBe(401);
    expect(await ask(own, { authorization: 'Bearer another-token-of-16' })).toBe(401);
    const hook = { authorization: `Basic ${btoa(`broker:${brokerToken}`)}`, 'vernemq-hook': 'auth_on_subscribe_m5' };
    const topics = (name: string) => [{ topic: `m/${machine.id}/${name}`, qos: 1 }];
    expect(await ask({ client_id: machine.id, username: machine.id, topics: topics('desired') }, hook)).toBe('ok');
    expect(await ask({ client_id: machine.id, username: machine.id, topics: topics('birth') }, hook)).toEqual({
      error: 'not_allowed',
    });
    expect(await ask({ client_id: 'fournil-slot-1', username: null, topic: 'm/+/birth' }, hook)).toEqual({
      error: 'not_allowed',
    });
    const list = await server.web.server.inject({ url: '/api/machine-link/revoked.crl' });
    expect(list.body).toContain('-----BEGIN X509 CRL-----');
  });

  it('with a certificate that the servers do not trust takes no reports; the log says so, and pages work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fournil-authority-'));
    const another = await openTestServer();
    const foreign = (
      await aPairedMachine(another, await aPerson(another, 'clientAdmin', await anOrganisation(another)))
    ).credentials;
    await writeFile(join(folder, 'authority.pem'), foreign.authority);
    await another.close();
    const settings = { MQTT_URL: broker.url, MQTT_AUTHORITY: join(folder, 'authority.pem'), LOG_LEVEL: 'warn' };
    const wrong = await openTestServer(settings);
    await eventually(() => wrong.logged.some((line) => line['event'] === 'broker away'));
    expect(String(wrong.logged.find((line) => line['event'] === 'broker away')?.['reason'])).toMatch(/certificate/i);
    expect((await wrong.web.server.inject({ url: '/api/ready' })).statusCode).toBe(200);
    await wrong.close();
    await rm(folder, { recursive: true });
  });

  const stored = (machineId: string) =>
    server.ownerQuery<{ reportId: string }>('select "reportId" from activities where "machineId" = $1', [machineId]);
});

function anActivity(id: string): string {
  return JSON.stringify({ v: 1, entries: [{ id, at: new Date().toISOString(), type: 'PowerOn' }] });
}

/** Connected, and subscribed to what the server sends. */
async function connectedOven(credentials: Credentials): Promise<Oven> {
  const oven = await connectOven(credentials);
  await oven.client.subscribeAsync(
    downTopics.map((name) => `m/${credentials.machineId}/${name}`),
    { qos: 1 },
  );
  return oven;
}
