import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { seedLoad } from '../server/src/operator/seedLoad.ts';
import { findMosquitto, openMosquitto } from '../server/src/testing/services/mosquitto.ts';
import { databaseUse } from './databaseUse.ts';
import { type Measured, startServer } from './processes.ts';
import { benchMasterKey, type Certified, certify, machinesOfAll } from './reports.ts';
import { measureSimulated } from './simulated.ts';
import { printTable, type Row } from './table.ts';

/**
 * `npm run bench -- scale`: reports through a broker that two servers share against one server with its own (SCL-01),
 * and what connected machines cost (SCL-05): plain clients, then the simulator's ovens. Settings: BENCH_OVENS (10000),
 * BENCH_SIMULATED (10000), BENCH_SECONDS (10).
 */
const ovens = Number(process.env['BENCH_OVENS'] ?? 10_000);
const simulated = Number(process.env['BENCH_SIMULATED'] ?? 10_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const organisations = 10;
const senders = 200;
const whole = (value: number) => Math.round(value).toLocaleString('en');
const say = (text: string) => process.stderr.write(`${text}\n`);
const table: Row[] = [];

const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
try {
  await migrate(cluster.url);
  const machines = Math.max(ovens, simulated, senders);
  await seedLoad(cluster.url, { organisations, machines });
  say(`certificates for ${whole(machines)} machines`);
  const certified = await certify(cluster.url, machinesOfAll(machines, organisations));
  const own = await measureEmbedded(certified.slice(0, ovens));
  table.push(await measureSimulator(certified.slice(0, simulated)));
  const shared = await measureShared(certified);
  if (shared !== null)
    table.push({
      what: 'Reports of 20 events through mosquitto to two servers, until they are named in `stored`',
      ours: `${whole(shared)} rows/s`,
      against: `${whole(own)} rows/s (one server, embedded broker)`,
      ratio: `${((100 * shared) / own).toFixed(0)} %`,
      bar: '≥ 60 %',
    });
  printTable(table);
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

/** One server with its own broker: the rate of reports, then the cost of machines that report once a minute. */
async function measureEmbedded(certified: readonly Certified[]): Promise<number> {
  const mqttPort = await freePort();
  const server = await startServer({ ...settings('own'), PORT: String(await freePort()), MQTT_PORT: String(mqttPort) });
  const url = `mqtts://127.0.0.1:${mqttPort}`;
  say('reports to the embedded broker');
  const few = await connectAll(url, certified.slice(0, senders));
  await reportUntilStored(few, 'warm-own', 2);
  const rate = await reportUntilStored(few, 'own', seconds);
  for (const client of few) client.end(true);
  await measureCost(server, url, certified);
  await server.close();
  return rate;
}

async function measureSimulator(certified: readonly Certified[]): Promise<Row> {
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  return measureSimulated({ cluster, folder, certified, httpPort, mqttPort, say });
}

async function measureShared(certified: readonly Certified[]): Promise<number | null> {
  const program = findMosquitto();
  if (!program) return null;
  const broker = await openMosquitto(program, cluster.url, await freePort(), benchMasterKey);
  const servers: Measured[] = [];
  for (const name of ['one', 'two'])
    servers.push(await startServer({ ...settings(name), PORT: String(await freePort()), MQTT_URL: broker.url }));
  // Until both hold their share of the slots.
  await wait(6000);
  say('reports to mosquitto');
  const clients = await connectAll(broker.url, certified.slice(0, senders));
  await reportUntilStored(clients, 'warm-shared', 2);
  const rate = await reportUntilStored(clients, 'shared', seconds);
  for (const client of clients) client.end(true);
  for (const server of servers) await server.close();
  await broker.close();
  return rate;
}

function settings(name: string): Record<string, string> {
  return { DATABASE_URL: cluster.url, SECRETS_KEY: benchMasterKey, DATA_DIR: join(folder, name) };
}

async function connectAll(url: string, certified: readonly Certified[], atOnce = 20): Promise<MqttClient[]> {
  const clients: MqttClient[] = [];
  const waiting = [...certified];
  const connect = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { machineId, ...credentials } = next;
      const client = await mqtt.connectAsync(url, { ...credentials, clientId: machineId, reconnectPeriod: 0 });
      await client.subscribeAsync(`m/${machineId}/stored`, { qos: 0 });
      client.setMaxListeners(50);
      clients.push(client);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, connect));
  return clients;
}

/** Rows per second; each machine has ten messages of 20 events under way. */
async function reportUntilStored(clients: readonly MqttClient[], name: string, forSeconds: number): Promise<number> {
  const [window, entriesEach] = [10, 20];
  let number = 0;
  let rows = 0;
  const began = performance.now();
  const until = began + forSeconds * 1000;
  const work = async (client: MqttClient) => {
    const waiting = new Map<string, () => void>();
    const onMessage = (_topic: string, payload: Buffer) => {
      for (const id of (JSON.parse(payload.toString()) as { ids: string[] }).ids) waiting.get(id)?.();
    };
    client.on('message', onMessage);
    const send = async () => {
      while (performance.now() < until) {
        const entries = Array.from({ length: entriesEach }, () => {
          number += 1;
          return {
            id: `${name}-${number}`,
            at: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
            type: 'PowerOn',
          };
        });
        const last = entries.at(-1)?.id ?? '';
        const stored = new Promise<void>((resolve) => waiting.set(last, resolve));
        await client.publishAsync(`m/${client.options.clientId}/activities`, JSON.stringify({ v: 1, entries }), {
          qos: 1,
        });
        await Promise.race([stored, wait(15_000)]);
        waiting.delete(last);
        rows += entriesEach;
      }
    };
    await Promise.all(Array.from({ length: window }, send));
    client.off('message', onMessage);
  };
  await Promise.all(clients.map(work));
  return rows / ((performance.now() - began) / 1000);
}

/** All machines connected, each with a reading once a minute: a minute is measured. */
async function measureCost(server: Measured, url: string, certified: readonly Certified[]): Promise<void> {
  say(`connecting ${whole(certified.length)} machines`);
  const idle = server.memoryMegabytes();
  const began = performance.now();
  const clients = await connectAll(url, certified);
  const connectSeconds = (performance.now() - began) / 1000;
  const send = async (minute: number) => {
    const slice = Math.ceil(clients.length / 60);
    for (let second = 0; second < 60; second += 1) {
      const next = performance.now() + 1000;
      for (const client of clients.slice(second * slice, (second + 1) * slice)) report(client, `${minute}-${second}`);
      await wait(Math.max(0, next - performance.now()));
    }
  };
  await send(0);
  say('measuring a minute');
  const [cpu, databaseCpu, size] = [
    server.cpuSeconds(),
    databaseUse(cluster.folder).cpuSeconds,
    await sizeOfReadings(),
  ];
  await send(1);
  const [after, rows] = [await sizeOfReadings(), clients.length];
  const perThousand = rows / 1000;
  const share = (value: number) => `${((value / 60 / perThousand) * 100).toFixed(2)} % of a core`;
  const memory = ((server.memoryMegabytes() - idle) / perThousand).toFixed(0);
  const bytesADay = whole(((after - size) / rows) * 1440 * 1000);
  const [serverShare, databaseShare] = [
    share(server.cpuSeconds() - cpu),
    share(databaseUse(cluster.folder).cpuSeconds - databaseCpu),
  ];
  table.push({
    what: `${whole(rows)} machines over TLS, one reading a minute each; for every 1,000 of them`,
    ours: [
      `server ${serverShare} and ${memory} MB`,
      `PostgreSQL ${databaseShare}`,
      `${bytesADay} bytes a day before packing`,
    ].join(', '),
    against: `${whole(rows / connectSeconds)} connections/s while they connect`,
    ratio: '–',
    bar: '–',
  });
  for (const client of clients) client.end(true);
}

function report(client: MqttClient, id: string): void {
  const entry = {
    id,
    at: new Date().toISOString(),
    chamberTemperatureCelsius: 210,
    setTemperatureCelsius: 240,
    energyKilowattHours: 3,
    doorOpen: false,
    program: null,
  };
  client.publish(`m/${client.options.clientId}/readings`, JSON.stringify({ v: 1, entries: [entry] }), { qos: 1 });
}

async function sizeOfReadings(): Promise<number> {
  const { rows } = await withClient(cluster.url, (owner) =>
    owner.query<{ bytes: number }>(
      `select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes from pg_partition_tree('readings')`,
    ),
  );
  return rows[0]?.bytes ?? 0;
}
