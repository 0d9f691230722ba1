import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { distribute } from '../server/src/db/distribution/distribute.ts';
import { freePort } from '../server/src/db/embedded/cluster.ts';
import { readMasterKey } from '../server/src/db/masterKey.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { benchPassword, idOf, seedLoad } from '../server/src/operator/seedLoad.ts';
import { createOnNodes, dropOnNodes } from '../server/src/testing/citus.ts';
import { median } from './growth.ts';
import { type Call, signIn } from './load.ts';
import { type Measured, startServer } from './processes.ts';
import { benchMasterKey, connectMachines, machinesOfAll, sendReports } from './reports.ts';
import { printTable, type Row } from './table.ts';
import { underLoad } from './underLoad.ts';

/**
 * SCL-03, `CITUS_URL=postgres://… npm run bench -- distributed`: what it costs to have the tables distributed over the
 * nodes of a Citus, in turn with the same data in ordinary tables of the coordinator's PostgreSQL. CITUS_URL is the
 * address of a superuser on a coordinator that knows its workers. Where the nodes share one computer, nothing can be
 * gained by them. Settings: BENCH_MACHINES (20000), BENCH_SECONDS (5), BENCH_ROUNDS (5).
 */
const citusUrl = process.env['CITUS_URL'];
if (!citusUrl) throw new Error('CITUS_URL is not given: the address of a superuser on a coordinator.');
const machines = Number(process.env['BENCH_MACHINES'] ?? 20_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const organisations = 20;

interface Side {
  server: Measured;
  port: number;
  url: string;
  tokens: string[];
  clients: MqttClient[];
}

const say = (text: string) => process.stderr.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
const sides: Side[] = [];
let serial = 0;
let turn = 0;
const each: Record<string, (side: Side) => Promise<number>> = {
  'Lists of 30 machines': (side) => calls(side, { method: 'GET', path: '/api/machines?itemsPerPage=30' }),
  'One machine': (side) =>
    calls(side, (number) => ({ method: 'GET', path: `/api/machines/${idOf(5, (number + 1) * 1_000_000 + 1)}` })),
  'Machines created': (side) =>
    calls(side, () => {
      serial += 1;
      const fields = { name: `New ${serial}`, serialNumber: `bench-${serial}`, pin: '1234', category: 'deck' };
      return { method: 'POST', path: '/api/machines', body: JSON.stringify(fields) };
    }),
  'Reports of 1 event': (side) => reports(side, 1),
  'Reports of 20 events': (side) => reports(side, 20),
};

try {
  await dropAll();
  const ordinary = await open('ordinary', new URL('/bench_ordinary', citusUrl).href, async (url) => {
    await withClient(new URL('/postgres', citusUrl).href, (client) =>
      client.query(`create database ${new URL(url).pathname.slice(1)}`),
    );
    await fill(url);
  });
  const distributed = await open('distributed', new URL('/bench_distributed', citusUrl).href, async (url) => {
    await createOnNodes(citusUrl, 'bench_distributed');
    await fill(url);
    await distribute(url, await readMasterKey({ given: benchMasterKey }));
    await withClient(url, (client) => client.query('vacuum analyze'));
  });
  const table: Row[] = [];
  for (const [what, measure] of Object.entries(each)) {
    const rates: [number, number][] = [];
    for (let round = 1; round <= rounds; round += 1) {
      rates.push([await measure(distributed), await measure(ordinary)]);
      say(`${what}: ${rates.at(-1)?.map(Math.round).join(' against ')} a second`);
    }
    const ratio = median(rates.map(([ours, other]) => ours / other));
    const [ours, other] = [0, 1].map((side) => Math.round(median(rates.map((pair) => pair[side] ?? Number.NaN))));
    table.push({
      what,
      ours: `${ours}/s`,
      against: `${other}/s (ordinary tables)`,
      ratio: `${ratio.toFixed(2)}x`,
      bar: '',
    });
  }
  printTable(table);
} finally {
  for (const { server, clients } of sides) {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await server.close();
  }
  await dropAll();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(url: string): Promise<void> {
  await migrate(url);
  await seedLoad(url, { organisations, machines });
}

async function open(name: string, url: string, prepare: (url: string) => Promise<void>): Promise<Side> {
  say(`${name}: ${machines} machines in ${organisations} organisations`);
  await prepare(url);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const server = await startServer({
    DATABASE_URL: url,
    SECRETS_KEY: benchMasterKey,
    DATA_DIR: join(folder, name),
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
  });
  const tokens: string[] = [];
  for (let number = 1; number <= organisations; number += 1)
    tokens.push(await signIn(port, `bench${number}-0@bench.test`, benchPassword));
  const clients = await connectMachines(url, mqttPort, machinesOfAll(100, organisations));
  const side = { server, port, url, tokens, clients };
  sides.push(side);
  return side;
}

/** Calls answered in a second, of the organisations in turn. */
async function calls(
  { tokens, ...place }: Side,
  what: Omit<Call, 'token'> | ((organisation: number) => Omit<Call, 'token'>),
): Promise<number> {
  const { result } = await underLoad('a call', { ...place, seconds }, () => {
    turn += 1;
    const organisation = turn % organisations;
    const one = typeof what === 'function' ? what(organisation) : what;
    return { ...one, token: tokens[organisation] ?? '' };
  });
  return result.perSecond;
}

/** Events stored in a second. Throws where one was lost or stored twice. */
async function reports({ url, clients }: Side, entries: number): Promise<number> {
  turn += 1;
  const result = await sendReports(url, clients, { window: 10, entries, seconds, name: `r${turn}` });
  if (result.stored !== result.acknowledged)
    throw new Error(`${result.acknowledged} events were acknowledged, ${result.stored} are stored`);
  return result.rowsPerSecond;
}

async function dropAll(): Promise<void> {
  for (const name of ['bench_ordinary', 'bench_distributed']) await dropOnNodes(citusUrl ?? '', name);
}
