import { createConnection, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, type Credentials, connectOven, eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { watchTwoPlaces } from './twoPlaces.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'warn' });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const from = (credentials: Credentials, localAddress: string) => connectOven(credentials, { localAddress } as never);
const noticed = (machineId: string) =>
  server.logged.filter((line) => line['event'] === 'machine in two places' && line['machine'] === machineId);

describe('SEC-04 one machine’s credentials used from two addresses', () => {
  it('alternately raise an alarm for the owner, and connections are delayed', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const [here, there] = ['127.0.0.1', '127.0.0.2'];
    for (const address of [here, there, here]) await from(credentials, address);
    await expect(from(credentials, there)).rejects.toThrow(/unavailable/i);
    expect(noticed(machine.id)).toHaveLength(1);
    await eventually(async () => (await admin.get(`/machines/${machine.id}`)).body.connection.twoPlacesAt !== null);
    const written = () =>
      server.ownerQuery('select id from mails where reason like $1', [`contested ${machine.id} twoPlaces %`]);
    await eventually(async () => (await written()).length > 0);
    // After pairing again it has another certificate.
    await admin.post(`/machines/${machine.id}/release`);
    expect((await admin.get(`/machines/${machine.id}`)).body.connection.twoPlacesAt).toBeNull();
  });

  it('after a lost connection raise no alarm: the address has changed', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.1', '127.0.0.1']) await from(credentials, address);
    const last = await from(credentials, '127.0.0.3');
    expect(noticed(machine.id)).toHaveLength(0);
    await last.close();
  });

  it('cause longer delays of connections each time, up to five minutes', () => {
    const watch = watchTwoPlaces();
    let now = 0;
    const pauses: number[] = [];
    for (let turn = 0; turn < 14; turn += 1) {
      const [address, present] = turn % 2 === 0 ? ['b', 'a'] : ['a', 'b'];
      const { pausedMilliseconds } = watch.arrive('m', address, present, now);
      pauses.push(pausedMilliseconds);
      now += pausedMilliseconds + 1;
    }
    expect(pauses.slice(0, 2)).toEqual([0, 0]);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(pauses.at(-1)).toBe(300_000);
  });
});

it('SEC-04 a machine that is switched out of service is disconnected, and can connect again once it is in service', async () => {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const connected = await connectOven(credentials);
  const ended = new Promise<void>((resolve) => connected.client.once('close', () => resolve()));
  (await admin.put(`/machines/${machine.id}`, { active: false })).expect(200);
  await ended;
  await expect(connectOven(credentials)).rejects.toThrow(/not authorized/i);
  (await admin.put(`/machines/${machine.id}`, { active: true })).expect(200);
  await (await connectOven(credentials)).close();
});

describe('SEC-06 silent connections to the broker', () => {
  const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

  it.concurrent('are closed: without a TLS handshake', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const bare = createConnection(Number(new URL(credentials.brokerUrl).port), '127.0.0.1');
    bare.on('error', () => undefined).resume();
    await ended(bare);
  });

  it.concurrent('are closed: without a first MQTT packet', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const port = Number(new URL(credentials.brokerUrl).port);
    const silent = connect({
      port,
      host: '127.0.0.1',
      ca: credentials.authority,
      cert: credentials.certificate,
      key: credentials.key,
    });
    silent.on('error', () => undefined).resume();
    await ended(silent);
  });
});
