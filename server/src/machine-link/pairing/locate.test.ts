import { createSign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { startMachine } from '../../testing/machines/referenceMachines.ts';
import { aKeyPair, aPairedMachine, type Credentials, connectOven, eventually } from '../../testing/oven.ts';
import { createDatabase, openTestServer, type TestServer } from '../../testing/testServer.ts';
import { openAuthority } from '../broker/authority.ts';

const simulator = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));
const metricsToken = 'a-token-for-metrics';
let database: string;
let server: TestServer;
let admin: Person;
const ports = { http: 0, mqtt: 0, otherMqtt: 0 };

/** The server of this database with its broker at this port. */
const openAt = (mqttPort: number) =>
  openTestServer(
    {
      ...{ PORT: String(ports.http), MQTT_PORT: String(mqttPort) },
      ...{ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' },
    },
    database,
  );

beforeAll(async () => {
  for (const name of ['http', 'mqtt', 'otherMqtt'] as const) ports[name] = await freePort();
  database = await createDatabase();
  server = await openAt(ports.mqtt);
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const signed = (text: string, key: string) => createSign('SHA256').update(text).sign(key, 'base64');
const proofOf = ({ certificate, key }: Pick<Credentials, 'certificate' | 'key'>) => ({
  certificate,
  signature: signed(certificate, key),
});
let askers = 0;
/** From an address of its own, so that the refusals of one test do not count in another. */
const locate = (body: object, from = `198.51.100.${++askers}`) =>
  apiAs(server, null).post('/machine-link/locate', body, { 'x-forwarded-for': from });
const toldTo = async (credentials: Credentials) => (await locate(proofOf(credentials))).status;

describe('LNK-02 the address of the broker', () => {
  it('is told to a machine that proves the key of its certificate, and nothing else is', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const answer = await locate(proofOf(credentials));
    expect(answer.expect(200)).toEqual({ brokerUrl: `mqtts://127.0.0.1:${ports.mqtt}` });
    await (await connectOven(credentials)).close();
  });

  it('is told with the former certificate until the renewed one has been used', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const { key, certificateRequest } = await aKeyPair();
    const signature = signed(certificateRequest, credentials.key);
    const { certificate } = credentials;
    const answer = await apiAs(server, null).post('/machine-link/renew', {
      certificate,
      certificateRequest,
      signature,
    });
    const renewed = answer.expect(200) as Credentials;
    expect(await toldTo(credentials)).toBe(200);
    expect(await toldTo({ ...renewed, key })).toBe(200);
    expect(await toldTo(credentials)).toBe(403);
  });

  it('is not told to anybody else, with the same answer whatever is wrong', async () => {
    const [one, other] = [await aPairedMachine(server, admin), await aPairedMachine(server, admin)];
    const { certificate, key } = one.credentials;
    const own = await aKeyPair();
    const stranger = await openAuthority({ get: async (_name, make) => make() });
    const foreign = await stranger.forMachine(own.certificateRequest, one.machine.id, new Date());
    const noMachine = await stranger.forMachine(own.certificateRequest, 'nobody', new Date());
    const answers = [
      await locate(proofOf({ certificate, key: other.credentials.key })),
      await locate({ certificate, signature: signed(`${certificate}\n`, key) }),
      await locate({ certificate, signature: 'AAAA' }),
      await locate(proofOf({ certificate: foreign.certificate, key: own.key })),
      await locate(proofOf({ certificate: noMachine.certificate, key: own.key })),
    ];
    const said = answers.map(({ status, body: { requestId: _, ...rest } }) => JSON.stringify([status, rest]));
    expect([new Set(said).size, answers[0]?.status]).toEqual([1, 403]);
    expect((await locate({ certificate: 'none', signature: 'AAAA' })).body.violations[0].propertyPath).toBe(
      'certificate',
    );
  });

  it('is not told to a machine out of service, released or deleted', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    (await admin.put(`/machines/${machine.id}`, { active: false })).expect(200);
    expect(await toldTo(credentials)).toBe(403);
    (await admin.put(`/machines/${machine.id}`, { active: true })).expect(200);
    expect(await toldTo(credentials)).toBe(200);
    (await admin.post(`/machines/${machine.id}/release`)).expect(200);
    expect(await toldTo(credentials)).toBe(403);
    const { machine: another, credentials: deleted } = await aPairedMachine(server, admin);
    await admin.delete(`/machines/${another.id}?deletePrograms=0`);
    expect(await toldTo(deleted)).toBe(403);
  });

  it('waits for an address that was refused many times', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const wrong = { certificate: credentials.certificate, signature: 'AAAA' };
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 40) statuses.push((await locate(wrong, '203.0.113.1')).status);
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(30);
    const late = await locate(proofOf(credentials), '203.0.113.1');
    expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(await toldTo(credentials)).toBe(200);
  });

  it('brings no lost pairing back, because whoever has seen the call could repeat it, also as a renewal', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const pairing = async () => (await admin.get(`/machines/${machine.id}`)).body.pairing.state;
    await server.ownerQuery('update machines set "pairedAt" = null where id = $1', [machine.id]);
    expect(await toldTo(credentials)).toBe(403);
    const { certificate, signature } = proofOf(credentials);
    const body = { certificate, certificateRequest: certificate, signature };
    expect((await apiAs(server, null).post('/machine-link/renew', body)).status).toBe(422);
    expect(await pairing()).toBe('notPaired');
    await (await connectOven(credentials)).close();
    expect(await pairing()).toBe('paired');
  });
});

it('LNK-02 a fleet follows its broker to another port, and the operator sees which part of it has not yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-followers-'));
  const entered = await Promise.all([aMachine(admin), aMachine(admin)]);
  for (const { id } of entered) (await admin.post(`/machines/${id}/connect`)).expect(200);
  const ovens = entered.map(({ serialNumber }) => ({ serialNumber, pin: '1234', model: 'sole-3-12' }));
  await writeFile(join(folder, 'fleet.json'), JSON.stringify({ ovens }));
  // It stays with the former port.
  const { credentials } = await aPairedMachine(server, admin);
  const left = await connectOven(credentials);
  await left.birth();
  await left.close();
  const fleet = startMachine([process.execPath, '--no-warnings', simulator], {
    ...{ server: `http://127.0.0.1:${ports.http}`, state: join(folder, 'ovens'), fleet: join(folder, 'fleet.json') },
    'locate-seconds': '2',
  });
  const connected = () =>
    server.ownerQuery<{ machineId: string }>(
      'select "machineId" from "machineStates" where connected and "machineId" = any($1)',
      [entered.map(({ id }) => id)],
    );
  const atFormer = async () => {
    const text = String((await apiAs(server, metricsToken).get('/metrics')).body);
    return Number(/^fournil_machines_at_former_address (\d+)$/m.exec(text)?.[1]);
  };
  await eventually(async () => (await connected()).length === entered.length);
  expect(await atFormer()).toBe(0);

  await server.close();
  server = await openAt(ports.otherMqtt);
  const brokerUrl = `mqtts://127.0.0.1:${ports.otherMqtt}`;
  expect(server.logged).toContainEqual(
    expect.objectContaining({ event: 'broker address changed', brokerUrl, machines: 3 }),
  );
  await eventually(async () => (await connected()).length === entered.length && (await atFormer()) === 1);
  const located = fleet.said().filter(({ event }) => event === 'located');
  expect(new Set(located.map(({ serialNumber }) => serialNumber)).size).toBe(entered.length);
  await expect(connectOven(credentials)).rejects.toThrow();
  const told = (await locate(proofOf(credentials))).expect(200) as Pick<Credentials, 'brokerUrl'>;
  const followed = await connectOven({ ...credentials, ...told });
  await followed.birth();
  await eventually(async () => (await atFormer()) === 0);
  await followed.close();
  await fleet.stop('SIGKILL');
  await rm(folder, { recursive: true });
});
