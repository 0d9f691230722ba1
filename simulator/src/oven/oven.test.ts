import 'reflect-metadata';
import { createVerify, randomUUID, webcrypto } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { upMessages } from '@fournil/contract/machine-link/messages';
import { type DownTopic, readTopic, type UpTopic } from '@fournil/contract/machine-link/topics';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramBody } from '@fournil/contract/programs/programBody';
import {
  BasicConstraintsExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { Aedes } from 'aedes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openControl } from '../control.ts';
import { type Fleet, openFleet } from '../fleet.ts';
import { sha256Of } from '../state/memory.ts';
import { aBody } from '../testing.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const machineId = randomUUID();
const plate = {
  serialNumber: 'SOLE-0001',
  pin: '1234',
  model: 'sole-2-08',
  timezone: 'Europe/Paris',
  softwareVersion: '3.4.1',
};
const received: { name: UpTopic; message: Record<string, unknown> }[] = [];
const closers: (() => unknown)[] = [];
let publish: (name: DownTopic, message: object, retain?: boolean) => void;
/** Whether the server of this test names reports as stored. */
let storesReports = true;
const renewals: Record<'certificate' | 'certificateRequest' | 'signature', string>[] = [];
let server = '';
let folder = '';
let fleet: Fleet;
let control: { address: string };

const newKeys = () => webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
const days = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };
const bodies = [aBody({ name: 'Baguette' }), aBody({ name: 'Seigle', steam: [10, 10, 8, 6] })];

/** A certificate authority, a broker that requires certificates, and the pairing call. */
async function openServer() {
  const caKeys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test authority',
    ...days,
    signingAlgorithm: curve,
    keys: caKeys,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  const sign = (
    subject: string,
    publicKey: webcrypto.CryptoKey,
    serialNumber: string,
    extensions = [] as SubjectAlternativeNameExtension[],
  ) =>
    X509CertificateGenerator.create({
      serialNumber,
      subject,
      issuer: ca.subject,
      ...days,
      signingAlgorithm: curve,
      publicKey,
      signingKey: caKeys.privateKey,
      extensions,
    });
  const brokerKeys = await newKeys();
  const broker = await sign('CN=broker', brokerKeys.publicKey, '02', [
    new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
  ]);
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', brokerKeys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`;
  const aedes = await Aedes.createBroker();
  const tls = createTlsServer(
    { key, cert: broker.toString('pem'), ca: ca.toString('pem'), requestCert: true, rejectUnauthorized: true },
    (socket: TLSSocket) => {
      if (socket.getPeerCertificate().subject.CN === machineId) aedes.handle(socket);
      else socket.destroy();
    },
  );
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done));
  aedes.on('publish', (packet) => {
    const name = readTopic(packet.topic)?.name as UpTopic | undefined;
    if (!name || !(name in upMessages)) return;
    const message = upMessages[name].parse(JSON.parse(packet.payload.toString())) as Record<string, unknown>;
    received.push({ name, message });
    const entries = (message['entries'] ?? [message]) as { id?: string }[];
    const ids = entries.flatMap(({ id }) => id ?? []);
    if (ids.length > 0 && storesReports) publish('stored', { v: 1, ids });
  });
  publish = (name, message, retain = false) =>
    aedes.publish(
      {
        cmd: 'publish',
        dup: false,
        topic: `m/${machineId}/${name}`,
        payload: Buffer.from(JSON.stringify(message)),
        qos: 1,
        retain,
      },
      () => {},
    );
  let asked = 0;
  const consoleServer = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    // The pairing window is closed at first.
    if (++asked === 1) return response.writeHead(403, { 'content-type': 'application/problem+json' }).end('{}');
    if (request.url?.endsWith('/renew')) renewals.push(JSON.parse(text));
    const csr = new Pkcs10CertificateRequest(JSON.parse(text).certificateRequest);
    const certificate = await sign(`CN=${machineId}`, await csr.publicKey.export(), '03');
    const brokerUrl = `mqtts://127.0.0.1:${(tls.address() as AddressInfo).port}`;
    const answer = {
      machineId,
      certificate: certificate.toString('pem'),
      certificateExpiresAt: days.notAfter.toISOString(),
      authority: ca.toString('pem'),
      brokerUrl,
      updateUrl: `http://127.0.0.1:1/api/ddi/fournil/controller/v1/${machineId}`,
      updateToken: 'a-token-of-its-own-for-updates',
      updateKey: '',
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => consoleServer.listen(0, '127.0.0.1', done));
  closers.push(
    () => aedes.close(),
    () => tls.close(),
    () => consoleServer.close(),
  );
  return `http://127.0.0.1:${(consoleServer.address() as AddressInfo).port}`;
}

/** Only twice real time, because at a higher speed an oven would lose its link during a test. */
const speed = 2;
const openOvens = async () => {
  fleet = await openFleet({
    server,
    folder,
    plates: [plate],
    speed,
    pastDays: 1,
    updateFailures: 0,
    locateSeconds: 300,
  });
  control = await openControl(fleet, 0);
};
const last = (name: UpTopic) => received.filter((one) => one.name === name).at(-1)?.message;
const post = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
  const response = await fetch(control.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const soon = { timeout: 15_000, interval: 100 };

beforeAll(async () => {
  server = await openServer();
  folder = await mkdtemp(join(tmpdir(), 'ovens-'));
  const programs = bodies.map((body) => ({ id: body.id, revision: 1, sha256: sha256Of(body) }));
  publish('desired', { v: 1, version: 7, programs }, true);
  await openOvens();
});
afterAll(async () => {
  await fleet.close();
  for (const close of closers) close();
});

test('LNK-07 a simulated oven pairs, sends its birth message, fetches its programs and reports past activities', {
  timeout: 40_000,
}, async () => {
  await vi.waitFor(() => expect(last('requests')).toBeDefined(), soon);
  for (const body of bodies) publish('programs', { v: 1, sha256: sha256Of(body), body });
  await vi.waitFor(
    () =>
      expect(last('reported')).toMatchObject({
        desiredVersion: 7,
        programs: [{ state: 'applied' }, { state: 'refused' }],
      }),
    soon,
  );
  const activities = () =>
    received.flatMap((one) =>
      one.name === 'activities' ? (one.message['entries'] as { at: string; program?: { name: string } }[]) : [],
    );
  await vi.waitFor(() => expect(activities().length).toBeGreaterThan(20), soon);
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  const past = activities();
  expect(past.some((entry) => entry.program?.name === 'Baguette')).toBe(true);
  expect(received[0]).toMatchObject({ name: 'birth', message: { session: 1, model: 'sole-2-08' } });
});

test('LNK-07 an oven answers a command, and repeats the same answer when the command is repeated', {
  timeout: 20_000,
}, async () => {
  const command = { v: 1, commandId: randomUUID(), expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const brightness = { ...command, set: { param: 'display.brightness', type: 'DOUBLE', value: 55 } };
  publish('commands', brightness);
  await vi.waitFor(() => expect(last('answers')).toMatchObject({ done: true, setting: { value: 55 } }), soon);
  const first = last('answers');
  publish('commands', brightness);
  await vi.waitFor(() => expect(received.filter((one) => one.name === 'answers')).toHaveLength(2), soon);
  expect(last('answers')).toEqual(first);
  publish('commands', { ...brightness, commandId: randomUUID(), set: { ...brightness.set, value: 500 } });
  await vi.waitFor(() => expect(last('answers')).toMatchObject({ done: false, setting: { value: 55 } }), soon);
});

test('LNK-07 the simulator’s control interface validates its input', async () => {
  expect((await post('/ovens/NONE/power', { on: true })).status).toBe(404);
  expect((await post('/ovens/SOLE-0001/power', { on: 'yes' })).status).toBe(422);
  expect((await post('/ovens/SOLE-0001/power', { on: true }, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('/ovens', { ...plate, pin: '12' })).body).toEqual({ message: 'pin: Must contain 4 to 8 digits' });
  expect((await post('/ovens', plate)).status).toBe(409);
  expect((await post('/ovens/SOLE-0001/run', { programId: randomUUID() })).status).toBe(409);
  const pageAnswer = await fetch(control.address, { headers: { 'accept-language': 'fr-FR' } });
  expect(await pageAnswer.text()).toContain('Fours simulés');
});

test('LNK-07 the control interface can run a program, raise a fault, change a program, cut the link and switch the oven off', {
  timeout: 40_000,
}, async () => {
  const id = bodies[0]?.id;
  expect((await post('/ovens/SOLE-0001/run', { programId: id })).body['occupation']).toMatch(/preheat|program/);
  expect((await post('/ovens/SOLE-0001/error', { code: 'E04', on: true })).body['errors']).toContain('E04');
  const errorsOf = (code: string) =>
    received
      .flatMap(({ name, message }) => (name === 'errors' ? (message['entries'] as Record<string, string>[]) : []))
      .filter((entry) => entry['code'] === code);
  await vi.waitFor(() => expect(errorsOf('E04')).toHaveLength(1), soon);
  await post('/ovens/SOLE-0001/speed', { speed: 1 });
  await post('/ovens/SOLE-0001/error', { code: 'E04', on: false });
  await vi.waitFor(() => expect(errorsOf('E04')).toHaveLength(2), soon);
  const [began, ended] = errorsOf('E04');
  expect(ended, 'its end names the start that was told, at another speed too').toMatchObject({
    dateStart: began?.['dateStart'] ?? '',
    dateEnd: expect.any(String),
  });
  await post('/ovens/SOLE-0001/speed', { speed });
  const before = received.length;
  await post('/ovens/SOLE-0001/change', { programId: id });
  await vi.waitFor(
    () =>
      expect(last('reported')).toMatchObject({
        programs: [
          { state: 'changed', reason: { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 243 } } },
          {},
        ],
      }),
    soon,
  );
  expect(received.slice(before).filter(({ name }) => name === 'changed' || name === 'reported')).toHaveLength(2);
  await post('/ovens/SOLE-0001/link', { on: false });
  await vi.waitFor(() => expect(last('will')).toMatchObject({ session: 1 }), soon);
  await post('/ovens/SOLE-0001/link', { on: true });
  await vi.waitFor(() => expect(last('birth')).toMatchObject({ session: 2, desiredVersion: 7 }), soon);
  expect((await post('/ovens/SOLE-0001/power', { on: false })).body).toMatchObject({
    powered: false,
    connected: false,
    occupation: 'off',
  });
  await vi.waitFor(() => expect(last('will')).toMatchObject({ session: 2 }), soon);
});

test('MNU-02 an oven sends the body of a program that was changed at it, before its list names the change, until it is stored', {
  timeout: 60_000,
}, async () => {
  const id = bodies[0]?.id;
  await post('/ovens/SOLE-0001/power', { on: true });
  await vi.waitFor(() => expect(fleet.list()[0]?.view().connected).toBe(true), soon);
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  storesReports = false;
  const from = received.length;
  await post('/ovens/SOLE-0001/change', { programId: id });
  const since = () => received.slice(from).filter(({ name }) => name === 'changed' || name === 'reported');
  await vi.waitFor(() => expect(since()).toHaveLength(1), soon);
  storesReports = true;
  await post('/ovens/SOLE-0001/link', { on: false });
  await post('/ovens/SOLE-0001/link', { on: true });
  await vi.waitFor(() => expect(since()).toHaveLength(3), soon);
  const [first, again, reported] = since();
  const message = first?.message as unknown as { sha256: string; body: ProgramBody };
  expect([first?.name, reported?.name]).toEqual(['changed', 'reported']);
  expect(again).toEqual(first);
  expect(message.sha256).toBe(sha256Of(message.body));
  expect(message.body).toMatchObject({ id, revision: 1 });
  expect(settingsOf(message.body.phaseGroups).heat[0]?.temperatureCelsius).toBe(236);
  expect(reported?.message).toMatchObject({
    desiredVersion: 7,
    programs: [{ id, revision: 1, state: 'changed', sha256: message.sha256 }, {}],
  });
  await post('/ovens/SOLE-0001/power', { on: false });
});

test('LNK-05 the control interface sets an oven’s clock wrong and right again', async () => {
  await post('/ovens/SOLE-0001/power', { on: true });
  await vi.waitFor(() => expect(fleet.list()[0]?.view().connected).toBe(true), soon);
  expect((await post('/ovens/SOLE-0001/clock', { at: 'yesterday' })).status).toBe(422);
  expect(
    (await post('/ovens/SOLE-0001/clock', { at: '1970-01-01T00:00:00.000Z' })).body['clockOffSeconds'],
  ).toBeLessThan(-1e9);
  const wrong = () =>
    received.filter(
      ({ name, message }) =>
        name === 'errors' && JSON.stringify(message).includes('"E06"') && JSON.stringify(message).includes('1970-'),
    );
  await post('/ovens/SOLE-0001/error', { code: 'E06', on: true });
  await vi.waitFor(() => expect(wrong().length).toBeGreaterThan(0), soon);
  expect((await post('/ovens/SOLE-0001/clock', { at: null })).body['clockOffSeconds']).toBe(0);
  await post('/ovens/SOLE-0001/error', { code: 'E06', on: false });
  await post('/ovens/SOLE-0001/power', { on: false });
});

test('SCL-01 an oven keeps what the broker has acknowledged until the server has named it, and sends it again', {
  timeout: 40_000,
}, async () => {
  await post('/ovens/SOLE-0001/power', { on: true });
  await vi.waitFor(() => expect(fleet.list()[0]?.view().connected).toBe(true), soon);
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  storesReports = false;
  const told = () =>
    received.filter(({ name, message }) => name === 'errors' && JSON.stringify(message).includes('E07'));
  await post('/ovens/SOLE-0001/error', { code: 'E07', on: true });
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBeGreaterThan(0), soon);
  storesReports = true;
  const before = told().length;
  await post('/ovens/SOLE-0001/link', { on: false });
  await post('/ovens/SOLE-0001/link', { on: true });
  await vi.waitFor(() => expect(told().length).toBeGreaterThan(before), soon);
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  const ids = new Set(told().flatMap(({ message }) => (message['entries'] as { id: string }[]).map(({ id }) => id)));
  expect(ids.size, 'a repeated report has the id that it had').toBe(1);
  await post('/ovens/SOLE-0001/error', { code: 'E07', on: false });
  await post('/ovens/SOLE-0001/power', { on: false });
});

test('MKR-01 an oven stops sending what is refused, logs it, and goes on with its next report', {
  timeout: 40_000,
}, async () => {
  const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await post('/ovens/SOLE-0001/power', { on: true });
  await vi.waitFor(() => expect(fleet.list()[0]?.view().connected).toBe(true), soon);
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  storesReports = false;
  await post('/ovens/SOLE-0001/error', { code: 'E02', on: true });
  const told = () =>
    received.filter(({ name, message }) => name === 'errors' && JSON.stringify(message).includes('E02'));
  await vi.waitFor(() => expect(told().length).toBe(1), soon);
  const [{ id } = { id: '' }] = told().flatMap(({ message }) => message['entries'] as { id: string }[]);
  const entry = { list: 'entries', index: 0, id, code: 'oneOf', field: 'code', rule: 'Must be one of: E01' };
  publish('refused', { v: 1, topic: 'errors', entries: [entry] });
  storesReports = true;
  await vi.waitFor(() => expect(fleet.list()[0]?.view().unacknowledged).toBe(0), soon);
  expect(told()).toHaveLength(1);
  expect(written.mock.calls.map(String).filter((line) => line.includes('"refused"'))).toEqual([
    expect.stringContaining(`"topic":"errors","list":"entries","index":0,"id":"${id}","code":"oneOf"`),
  ]);
  written.mockRestore();
  await post('/ovens/SOLE-0001/error', { code: 'E02', on: false });
  await post('/ovens/SOLE-0001/power', { on: false });
});

test('MKR-03 in the last month of its certificate an oven renews it with a new key, signed by the present one', () => {
  const [first, second] = renewals;
  if (!first || !second) throw new Error('an oven whose certificate ends tomorrow has not renewed it');
  const isSigned = (one: typeof first, by: typeof first) =>
    createVerify('SHA256').update(one.certificateRequest).verify(by.certificate, one.signature, 'base64');
  expect([isSigned(first, first), isSigned(second, second)]).toEqual([true, true]);
  expect(isSigned(second, first), 'the key of the first certificate is not used any more').toBe(false);
});

test('LNK-07 after a restart an oven continues from its saved state', async () => {
  await post('/ovens/SOLE-0001/power', { on: true });
  await fleet.close();
  expect(await readdir(folder)).toEqual(['SOLE-0001.json']);
  await openOvens();
  await vi.waitFor(
    () =>
      expect(last('birth')).toMatchObject({
        id: expect.stringMatching(/^2-/),
        programs: [{ state: 'changed' }, { state: 'refused' }],
        desiredVersion: 7,
      }),
    soon,
  );
});
