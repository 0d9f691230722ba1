import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedModelByCode } from '@fournil/contract/machines/catalogue';
import { createAccount, createOrganisation, hashPassword } from '../accounts/index.ts';
import { openServer, type Running } from '../app/server.ts';
import { readConfig } from '../base/config.ts';
import { gateScope } from '../db/database.ts';
import { removeCluster } from '../db/embedded/cluster.ts';
import type { Findings } from './findings.ts';
import type { Options } from './options.ts';
import { openRecordingProxy, type RecordingProxy } from './recordingProxy.ts';
import { openWire, type TrialWire } from './wire.ts';

/**
 * The certificate of the pairing is in its last month from the beginning, so that it is renewed; so is the one of the
 * first renewal, whose answer is lost.
 */
const days = { short: 20, shortOnes: 2, usual: 365 };

/** The console's calls, in the name of one person. */
export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the calls of the console, read field by field.
  body: any;
}

/** A console of its own with one machine, and what is needed to play with it. */
export interface Stage {
  options: Options;
  findings: Findings;
  say(line: string): void;
  /** Another one after `move`. */
  readonly running: Running;
  wire: TrialWire;
  proxy: RecordingProxy;
  admin: Api;
  support: Api;
  machineId: string;
  /** Sets the console's clock ahead of the right time, or back. */
  setClock(aheadSeconds: number): void;
  /** Starts the console again, with its broker on another port. */
  move(): Promise<void>;
  close(): Promise<void>;
}

export interface StageNeeds {
  options: Options;
  findings: Findings;
  say(line: string): void;
  /** Instead of the embedded one, for tests. */
  database?: { url: string; masterKey: string };
}

export async function openStage(needs: StageNeeds): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-conformance-'));
  const closings: (() => Promise<void>)[] = [() => removeFolder(folder)];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    return Object.assign(await openIn(folder, needs, closings), { close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function removeFolder(folder: string): Promise<void> {
  await removeCluster(folder);
  await rm(folder, { recursive: true, force: true });
}

/** What it opens is closed by `closings`, the last one first. */
async function openIn(
  folder: string,
  { options, findings, say, database }: StageNeeds,
  closings: (() => Promise<void>)[],
): Promise<Omit<Stage, 'close'>> {
  let machineId = '';
  let ahead = 0;
  let issued = 0;
  const wire = openWire(() => machineId);
  let consoleUrl: string | null = null;
  const proxy = await openRecordingProxy(options.host, options.port, () => consoleUrl);
  closings.push(proxy.close);
  const address = new URL(options.address);
  if (options.port === 0) address.port = String(proxy.port);
  const settings = {
    PORT: '0',
    HOST: options.host,
    MQTT_HOST: address.hostname,
    PUBLIC_URL: address.origin,
    DATA_DIR: folder,
    DEMO: 'off',
    REQUIRE_STAFF_SECOND_STEP: 'off',
    LOG_LEVEL: 'silent',
    ...(database ? { SECRETS_KEY: database.masterKey } : {}),
  };
  const open = (mqttPort: number) =>
    openServer(readConfig({ ...settings, MQTT_PORT: String(mqttPort) }), {
      ...(database ? { databaseUrl: database.url } : {}),
      now: () => new Date(Date.now() + ahead),
      certificateDays: () => (++issued > days.shortOnes ? days.usual : days.short),
      wire,
    });
  const urlOf = ({ url }: Running) =>
    `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${new URL(url).port}`;
  let running = await open(options.mqttPort);
  closings.push(() => running.close());
  const people = await makePeople(() => running);
  if (!seedModelByCode(options.model)) await makeModel(people.support, options);
  const machine = await people.admin.post('/machines', {
    name: 'Machine on trial',
    serialNumber: options.serialNumber,
    pin: options.pin,
    category: options.category,
    timezone: 'Europe/Paris',
  });
  if (machine.status !== 201) throw new Error(`The machine cannot be entered: ${JSON.stringify(machine.body)}`);
  machineId = machine.body.id;
  consoleUrl = urlOf(running);
  return {
    ...{ findings, say, wire, proxy, machineId },
    ...people,
    get running() {
      return running;
    },
    options: { ...options, address: address.origin },
    setClock: (aheadSeconds) => {
      ahead = aheadSeconds * 1000;
    },
    move: async () => {
      consoleUrl = null;
      await running.close();
      running = await open(0);
      consoleUrl = urlOf(running);
    },
  };
}

async function makePeople(running: () => Running): Promise<{ admin: Api; support: Api }> {
  const { services } = running();
  const password = randomBytes(16).toString('hex');
  const passwordHash = await hashPassword(password);
  const account = { passwordHash, firstName: 'Ada', timezone: 'UTC', rights: [], emailVerified: true };
  const emails = { admin: 'admin@conformance.test', support: 'support@conformance.test' };
  await services.db.as(gateScope, async (trx) => {
    const organisationId = await createOrganisation(trx, 'Conformance');
    await createAccount(services, trx, {
      ...account,
      ...{ language: 'EN', organisationId, kind: 'clientAdmin', email: emails.admin, lastName: 'Bakery' },
    });
    await createAccount(services, trx, {
      ...account,
      ...{ language: 'EN', organisationId: null, kind: 'superAdmin', email: emails.support, lastName: 'Maker' },
    });
  });
  const apiOf = async (username: string) => {
    const { body } = await apiWith(running, null).post('/login', { username, password });
    return apiWith(running, body.token as string);
  };
  return { admin: await apiOf(emails.admin), support: await apiOf(emails.support) };
}

/** MKR-05: as the maker's super admin does before the first machine of a model is delivered. */
async function makeModel(support: Api, { model, category }: Options): Promise<void> {
  const text = { en: 'On trial', fr: 'À l’essai' };
  const facts = { format: text, capacity: text, type: 'electric', energyKilowatts: 1, steamTankCentilitres: 0 };
  const named = { code: model, category, name: model, hardwareRevisions: [] };
  const { status, body } = await support.post('/models', { ...named, ...facts });
  if (status !== 201) throw new Error(`The model cannot be entered: ${JSON.stringify(body)}`);
}

function apiWith(running: () => Running, token: string | null): Api {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> => {
    const response = await running().web.server.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.body ? JSON.parse(response.body) : null };
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** Until `read` returns a value that counts, or null when that takes longer. */
export async function until<Value>(read: () => Promise<Value> | Value, seconds: number): Promise<Value | null> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (performance.now() > end) return null;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
