import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import type { PairAnswer } from '@fournil/contract/machine-link/pairing';
import { cryptoProvider, PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import mqtt, { type MqttClient } from 'mqtt';
import type { Api } from './api.ts';
import { apiAs } from './api.ts';
import { aMachine, type Person } from './builders.ts';
import type { TestServer } from './testServer.ts';

cryptoProvider.set(webcrypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export async function aKeyPair(commonName = 'oven') {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: algorithm,
  });
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, certificateRequest: request.toString('pem') };
}

export interface Credentials extends PairAnswer {
  key: string;
}

/** Pairs like an oven: serial number, PIN, a certificate request. */
export async function pairOven(
  api: Api,
  fields: { serialNumber: string; pin: string; model?: string },
): Promise<Credentials> {
  const { key, certificateRequest } = await aKeyPair();
  const answer = (await api.post('/machine-link/pair', { model: 'sole-3-12', certificateRequest, ...fields })).expect(
    200,
  ) as PairAnswer;
  return { ...answer, key };
}

/** A machine that has been entered, paired and approved. */
export async function aPairedMachine(server: TestServer, admin: Person, fields: Record<string, unknown> = {}) {
  const machine = await aMachine(admin, fields);
  (await admin.post(`/machines/${machine.id}/connect`)).expect(200);
  const credentials = await pairOven(apiAs(server, null), { serialNumber: machine.serialNumber, pin: '1234' });
  (await admin.put(`/machines/${machine.id}`, { approved: true })).expect(200);
  return { machine, credentials };
}

export interface Oven {
  client: MqttClient;
  /** Resolves when the broker has acknowledged. */
  report(topic: string, message: object): Promise<void>;
  birth(fields?: object): Promise<void>;
  /** The messages received, by topic name. */
  received: Map<string, unknown[]>;
  close(): Promise<void>;
}

const never = { reconnectPeriod: 0, connectTimeout: 5000 };
let session = 0;

/** Connects with a certificate and subscribes to its own topics. */
export async function connectOven(credentials: Credentials, options: mqtt.IClientOptions = {}): Promise<Oven> {
  const id = credentials.machineId;
  const number = ++session;
  const client = await mqtt.connectAsync(credentials.brokerUrl, {
    ...never,
    clientId: id,
    ca: credentials.authority,
    cert: credentials.certificate,
    key: credentials.key,
    will: {
      topic: `m/${id}/will`,
      payload: Buffer.from(JSON.stringify({ v: 1, session: number })),
      qos: 1,
      retain: false,
    },
    ...options,
  });
  const received = new Map<string, unknown[]>();
  client.on('message', (topic, payload) => {
    const name = topic.split('/')[2] ?? '';
    received.set(name, [...(received.get(name) ?? []), payload.length ? JSON.parse(payload.toString()) : null]);
  });
  client.on('error', () => undefined);
  const report = async (topic: string, message: object) => {
    await client.publishAsync(`m/${id}/${topic}`, JSON.stringify({ v: 1, ...message }), { qos: 1 });
  };
  return {
    client,
    report,
    received,
    birth: (fields = {}) =>
      report('birth', {
        id: `b${number}`,
        at: new Date().toISOString(),
        session: number,
        model: 'sole-3-12',
        softwareVersion: '4.2.1',
        settings: [],
        programs: [],
        desiredVersion: 0,
        ...fields,
      }),
    close: async () => {
      await client.endAsync(true).catch(() => undefined);
    },
  };
}

/** Waits until `read` returns a truthy value; fails with its last value. */
export async function eventually<Result>(
  read: () => Promise<Result> | Result,
  seconds = 40,
): Promise<NonNullable<Result>> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const result = await read();
    if (result) return result;
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(result)} after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
