import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ddiAddress } from '@fournil/contract/software-updates/ddi';
import type { Cluster } from '../server/src/db/embedded/cluster.ts';
import { readMasterKey } from '../server/src/db/masterKey.ts';
import { withSecretStore } from '../server/src/db/secrets.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { openKeys } from '../server/src/kit/keys.ts';
import { bodyHash } from '../server/src/programs/body.ts';
import { newMemory } from '../simulator/src/state/newMemory.ts';
import { openStore, type Plate } from '../simulator/src/state/store.ts';
import { databaseUse } from './databaseUse.ts';
import { type Measured, startServer, startSimulator } from './processes.ts';
import { benchMasterKey, type Certified } from './reports.ts';
import type { Row } from './table.ts';

const measuredSeconds = 60;
const longestConnectSeconds = 900;
const whole = (value: number) => Math.round(value).toLocaleString('en');

export interface SimulatedNeeds {
  cluster: Cluster;
  /** For the ovens' memories and the server's data. */
  folder: string;
  certified: readonly Certified[];
  httpPort: number;
  mqttPort: number;
  say: (text: string) => void;
}

/**
 * SCL-05: the simulator as a process of its own, with a fleet of ovens that were paired before, beside one server with
 * its own broker. What the ovens were told to be stored is compared with the database when they have ended.
 */
export async function measureSimulated(needs: SimulatedNeeds): Promise<Row> {
  const { cluster, folder, certified, httpPort, mqttPort, say } = needs;
  const { url } = cluster;
  const http = `http://127.0.0.1:${httpPort}`;
  const state = join(folder, 'ovens');
  await hashPrograms(url);
  say(`memories of ${whole(certified.length)} simulated ovens`);
  const plates = await writeMemories(url, state, certified, { http, mqtt: `mqtts://127.0.0.1:${mqttPort}` });
  await writeFile(join(folder, 'fleet.json'), JSON.stringify({ ovens: plates }));
  const server = await startServer({
    DATABASE_URL: url,
    SECRETS_KEY: benchMasterKey,
    DATA_DIR: join(folder, 'simulated'),
    PORT: String(httpPort),
    PUBLIC_URL: http,
    MQTT_PORT: String(mqttPort),
  });
  say('connecting them');
  const beganAt = new Date();
  const began = performance.now();
  const simulator = await startSimulator(['--server', http, '--state', state, '--fleet', join(folder, 'fleet.json')]);
  await untilConnected(url, certified.length, say);
  const connectSeconds = (performance.now() - began) / 1000;
  say(`connected after ${connectSeconds.toFixed(0)} s; measuring a minute`);
  // Until their programs have arrived.
  await wait(measuredSeconds * 1000);
  const use = await useOfAMinute({ server, simulator }, cluster);
  await simulator.close();
  const { sent, stored, waiting, lost, doubled } = await compareReports(url, state, plates, beganAt);
  await server.close();
  return {
    what: `${whole(plates.length)} ovens of the simulator over TLS, at normal speed for a minute`,
    ours: [
      `all connected after ${connectSeconds.toFixed(0)} s`,
      use,
      `${whole(sent)} reports sent, ${whole(stored)} stored, ${waiting} waiting, ${lost} lost, ${doubled} doubled`,
    ].join('; '),
    against: '–',
    ratio: '–',
    bar: '0 lost, 0 doubled',
  };
}

/** The load's revisions have no hash, and ovens refuse bodies without the right one. */
export async function hashPrograms(url: string): Promise<void> {
  await withClient(url, async (owner) => {
    const { rows } = await owner.query(
      `select "programId" as id, name, category, "phaseGroups" from "programRevisions"`,
    );
    for (const body of rows)
      await owner.query('update "programRevisions" set sha256 = $2 where "programId" = $1', [body.id, bodyHash(body)]);
  });
}

/** As pairing would have left them, in the ovens' own files. */
export async function writeMemories(
  url: string,
  state: string,
  certified: readonly Certified[],
  addresses: { http: string; mqtt: string },
): Promise<Plate[]> {
  await mkdir(state);
  const store = openStore(state);
  const keys = await withSecretStore(url, await readMasterKey({ given: benchMasterKey }), openKeys);
  const serialNumbers = await withClient(url, async (owner) => {
    const { rows } = await owner.query<{ id: string; serialNumber: string; pairingNumber: number }>(
      'select id, "serialNumber", "pairingNumber" from machines',
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
  const plates: Plate[] = [];
  for (const { machineId, ca, cert, key } of certified) {
    const { serialNumber, pairingNumber } = serialNumbers.get(machineId) ?? { serialNumber: '', pairingNumber: 0 };
    const plate = { serialNumber, pin: '1234', model: 'sole-3-12', timezone: 'Europe/Paris', softwareVersion: '4.2.1' };
    const credentials = {
      machineId,
      certificate: cert,
      certificateExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      authority: ca,
      brokerUrl: addresses.mqtt,
      updateUrl: ddiAddress(addresses.http, machineId),
      updateToken: keys.updateToken(machineId, pairingNumber),
      updateKey: keys.updateKey,
    };
    await store.save({ ...newMemory(plate, false), privateKey: key, credentials });
    plates.push(plate);
  }
  return plates;
}

/** Until the birth of every oven is stored. */
export async function untilConnected(url: string, count: number, say: (text: string) => void): Promise<void> {
  await withClient(url, async (owner) => {
    for (let second = 0; second < longestConnectSeconds; second += 1) {
      const { rows } = await owner.query('select count(*)::int as born from "machineStates" where session > 0');
      if (rows[0].born >= count) return;
      if (second % 10 === 0) say(`${whole(rows[0].born)} are connected`);
      await wait(1000);
    }
    throw new Error(`not all ovens have connected within ${longestConnectSeconds} s`);
  });
}

async function useOfAMinute(processes: Record<string, Measured>, cluster: Cluster): Promise<string> {
  const all = () =>
    [...Object.entries(processes), ['PostgreSQL', databaseUse(cluster.folder)] as const].map(([name, one]) =>
      'close' in one
        ? { name, cpuSeconds: one.cpuSeconds(), memoryMegabytes: one.memoryMegabytes() }
        : { name, ...one },
    );
  const before = all();
  await wait(measuredSeconds * 1000);
  const texts = all().map(({ name, cpuSeconds, memoryMegabytes }, index) => {
    const share = ((cpuSeconds - (before[index]?.cpuSeconds ?? 0)) / measuredSeconds) * 100;
    return `${name} ${share.toFixed(1)} % of a core and ${whole(memoryMegabytes)} MB`;
  });
  return texts.join(', ');
}

interface Told {
  sent: number;
  stored: number;
  waiting: number;
  lost: number;
  doubled: number;
}

/** Oven by oven: the reports that it was told to be stored, and those that still wait, against the database's rows. */
async function compareReports(url: string, state: string, plates: readonly Plate[], from: Date): Promise<Told> {
  const rows = await rowsByMachine(url, from);
  const store = openStore(state);
  const sum: Told = { sent: 0, stored: 0, waiting: 0, lost: 0, doubled: 0 };
  for (const { serialNumber } of plates) {
    const memory = await store.load(serialNumber);
    const inDatabase = rows.get(memory?.credentials?.machineId ?? '');
    for (const topic of ['activities', 'errors', 'readings'] as const) {
      const named = memory?.stored[topic] ?? 0;
      const waiting = memory?.queue.filter((report) => report.topic === topic).length ?? 0;
      const stored = inDatabase?.[topic] ?? 0;
      sum.sent += named + waiting;
      sum.stored += stored;
      sum.waiting += waiting;
      sum.lost += Math.max(0, named - stored);
      sum.doubled += Math.max(0, stored - named - waiting);
    }
  }
  return sum;
}

type Counts = Record<'activities' | 'errors' | 'readings', number>;

/** A fault has one row for the reports of its beginning and of its end. */
async function rowsByMachine(url: string, from: Date): Promise<Map<string, Counts>> {
  return withClient(url, async (owner) => {
    const { rows } = await owner.query<Counts & { id: string }>(
      `select id,
        (select count(*)::int from activities where "machineId" = machines.id and at >= $1) as activities,
        (select count(*)::int from readings where "machineId" = machines.id and at >= $1) as readings,
        (select (count(*) + count("dateEnd"))::int from "machineErrors"
          where "machineId" = machines.id and "dateStart" >= $1 and not "byServer") as errors
      from machines`,
      [from],
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
}
