import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { readMasterKey } from '../server/src/db/masterKey.ts';
import { withSecretStore } from '../server/src/db/secrets.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { openAuthority } from '../server/src/machine-link/broker/authority.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { aKeyPair } from '../server/src/testing/oven.ts';

export interface Reports {
  perSecond: number;
  rowsPerSecond: number;
  acknowledged: number;
  stored: number;
}

/** The measured server's master key, from which the load's certificates get its authority. */
export const benchMasterKey = 'a-master-key-for-measurements-only';

/** One machine of each organisation in turn. */
export function machinesOfAll(count: number, organisations = 100): string[] {
  return Array.from({ length: count }, (_, index) =>
    idOf(5, ((index % organisations) + 1) * 1_000_000 + Math.floor(index / organisations) + 1),
  );
}

/** A machine's certificate with what it needs to connect. */
export interface Certified {
  machineId: string;
  ca: string;
  cert: string;
  key: string;
}

/** Machines of the load with certificates of their own, as pairing would have given them. */
export async function certify(url: string, machines: readonly string[]): Promise<Certified[]> {
  return withClient(url, async (owner) => {
    return await withSecretStore(url, await readMasterKey({ given: benchMasterKey }), async (store) => {
      const authority = await openAuthority(store);
      const certified: Certified[] = [];
      for (const machineId of machines) {
        const { key, certificateRequest } = await aKeyPair();
        const { certificate, fingerprint } = await authority.forMachine(certificateRequest, machineId, new Date());
        await owner.query('update machines set "certificateFingerprint" = $2 where id = $1', [machineId, fingerprint]);
        certified.push({ machineId, ca: authority.certificate, cert: certificate, key });
      }
      return certified;
    });
  });
}

export async function connectMachines(
  url: string,
  mqttPort: number,
  machines: readonly string[],
): Promise<MqttClient[]> {
  const clients: MqttClient[] = [];
  for (const { machineId, ...credentials } of await certify(url, machines))
    clients.push(
      await mqtt.connectAsync(`mqtts://127.0.0.1:${mqttPort}`, {
        ...credentials,
        clientId: machineId,
        reconnectPeriod: 0,
        keepalive: 60,
      }),
    );
  return clients;
}

export async function sendReports(
  url: string,
  clients: MqttClient[],
  options: { window: number; entries: number; seconds: number; name: string },
): Promise<Reports> {
  let acknowledged = 0;
  let number = 0;
  const from = performance.now();
  const until = from + options.seconds * 1000;
  await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: options.window }, async () => {
        while (performance.now() < until) {
          const entries = Array.from({ length: options.entries }, () => {
            number += 1;
            return {
              id: `${options.name}-${number}`,
              at: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
              type: 'PowerOn',
            };
          });
          await client.publishAsync(`m/${client.options.clientId}/activities`, JSON.stringify({ v: 1, entries }), {
            qos: 1,
          });
          acknowledged += 1;
        }
      }),
    ),
  );
  const seconds = (performance.now() - from) / 1000;
  const { rows } = await withClient(url, (owner) =>
    owner.query(`select count(*)::int as stored from activities where "reportId" like $1`, [`${options.name}-%`]),
  );
  return {
    perSecond: acknowledged / seconds,
    rowsPerSecond: (acknowledged * options.entries) / seconds,
    acknowledged: acknowledged * options.entries,
    stored: rows[0].stored,
  };
}

/** The rate of PostgreSQL itself: COPY of the same rows into a table of the same shape with its key, from a file. */
export async function copyRows(url: string, folder: string, rows: number): Promise<number> {
  const file = join(folder, 'copy.csv');
  const lines = Array.from(
    { length: rows },
    (_, number) =>
      `${idOf(6, number)},${idOf(5, 1_000_000 + (number % 1000) + 1)},${idOf(1, 1)},c-${number},PowerOn,2026-01-01T00:00:00.000Z,,,,`,
  );
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  return withClient(url, async (owner) => {
    await owner.query(
      'create table "copied" (like activities including defaults including constraints including indexes)',
    );
    const from = performance.now();
    await owner.query(
      `copy copied (id, "machineId", "organisationId", "reportId", type, at, "programId", "programName", "totalSeconds", mode) from '${file}' with (format csv)`,
    );
    const seconds = (performance.now() - from) / 1000;
    await owner.query('drop table copied');
    return rows / seconds;
  });
}
