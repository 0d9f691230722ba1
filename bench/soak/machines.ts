import mqtt, { type MqttClient } from 'mqtt';
import type pg from 'pg';
import { withClient } from '../../server/src/db/withClient.ts';
import type { Certified } from '../reports.ts';
import type { Random } from './random.ts';

export interface Told {
  acknowledged: number;
  /** Acknowledged, but not in the database. */
  lost: number;
  /** In the database more than once. */
  doubled: number;
  waiting: number;
}

/** Two kinds of wrong clocks: one reset by an empty battery, one set wrong by hand. */
const wrongClocks = ['1970-01-01T00:00:12.000Z', '2099-06-01T12:00:00.000Z'];
const paceMilliseconds = 1000;
const mostAtOnce = 20;

/**
 * Ovens that keep each report until it is acknowledged and otherwise send it again, as the protocol requires: one
 * report per second each. One in twenty is sent twice, one in a hundred has a wrong time.
 */
export function runMachines(certified: readonly Certified[], port: () => number, random: Random) {
  let isEnding = false;
  const acknowledged = new Map<string, Set<string>>();
  const waitingOf = new Map<string, Map<string, string>>();
  const clients: MqttClient[] = [];

  const run = async (one: Certified) => {
    const oven = {
      waiting: new Map<string, string>(),
      done: new Set<string>(),
      inFlight: new Set<string>(),
      client: connect(one, port(), random),
    };
    waitingOf.set(one.machineId, oven.waiting);
    acknowledged.set(one.machineId, oven.done);
    clients.push(oven.client);
    oven.client.on('close', () => oven.inFlight.clear());
    const send = (id: string, payload: string) => {
      oven.inFlight.add(id);
      oven.client.publish(`m/${one.machineId}/activities`, payload, { qos: 1 }, (error) => {
        oven.inFlight.delete(id);
        if (error) return;
        oven.done.add(id);
        oven.waiting.delete(id);
      });
    };
    const sendWaiting = () => {
      if (!oven.client.connected) return;
      for (const [id, payload] of [...oven.waiting].slice(0, mostAtOnce)) if (!oven.inFlight.has(id)) send(id, payload);
    };
    for (let number = 0; !isEnding || oven.waiting.size > 0; number += 1) {
      if (!isEnding) {
        const id = `soak-${number}`;
        const payload = report(id, random);
        oven.waiting.set(id, payload);
        if (oven.client.connected && random.chance(0.05)) send(id, payload);
      }
      sendWaiting();
      await new Promise((resolve) => setTimeout(resolve, isEnding ? 100 : paceMilliseconds));
    }
  };
  const running = certified.map(run);
  const sizes = (of: Map<string, { size: number }>) => [...of.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    acknowledged: () => sizes(acknowledged),
    waiting: () => sizes(waitingOf),
    /** Sends what is left, for at most this time. */
    end: async (seconds: number) => {
      isEnding = true;
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, seconds * 1000))]);
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
    /** Compares acknowledged reports with stored ones. */
    compare: async (url: string): Promise<Told> => ({
      acknowledged: sizes(acknowledged),
      waiting: sizes(waitingOf),
      ...(await withClient(url, (client) => missing(client, acknowledged))),
    }),
  };
}

function connect({ machineId, ...credentials }: Certified, port: number, random: Random): MqttClient {
  const client = mqtt.connect(`mqtts://127.0.0.1:${port}`, {
    ...credentials,
    clientId: machineId,
    reconnectPeriod: 500 + random.below(1500),
    connectTimeout: 5000,
    // A machine that was refused while the server could not read its database connects again.
    reconnectOnConnackError: true,
    keepalive: 15,
    // A report that was not acknowledged is sent again from the machine's memory.
    resubscribe: false,
    queueQoSZero: false,
  });
  client.on('error', () => undefined);
  return client;
}

function report(id: string, random: Random): string {
  const at = random.chance(0.01) ? random.oneOf(wrongClocks) : new Date().toISOString();
  return JSON.stringify({ v: 1, entries: [{ id, at, type: 'PowerOn' }] });
}

async function missing(
  client: pg.Client,
  acknowledged: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Pick<Told, 'lost' | 'doubled'>> {
  const found = { lost: 0, doubled: 0 };
  for (const [machineId, ids] of acknowledged) {
    const { rows } = await client.query<{ reportId: string; count: number }>(
      `select "reportId", count(*)::int as count from activities where "machineId" = $1 group by 1`,
      [machineId],
    );
    const stored = new Set(rows.map(({ reportId }) => reportId));
    found.lost += [...ids].filter((id) => !stored.has(id)).length;
    found.doubled += rows.reduce((sum, { count }) => sum + count - 1, 0);
  }
  return found;
}
