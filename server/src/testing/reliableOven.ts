import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import type { Credentials } from './oven.ts';

/** As fast as they are stored, many in a message. */
const asFastAsStored: ReportPace = { entriesPerMessage: 50, pauseMilliseconds: 0 };
const againMilliseconds = 3000;
const reconnectMilliseconds = 200;

export interface ReportPace {
  entriesPerMessage: number;
  /** Between the storing of one message and the next. */
  pauseMilliseconds: number;
}

/**
 * A machine that keeps its reports until they are named in `stored` (SCL-01): sends activities in batches, one after
 * the other, again after a while or a new connection, through every loss of broker and servers. Resolves when all are
 * named; `onStored` is told how many.
 */
export async function reportReliably(
  credentials: Credentials,
  count: number,
  pace: ReportPace = asFastAsStored,
  onStored: (ids: number) => void = () => undefined,
): Promise<void> {
  const { machineId } = credentials;
  const start = Date.UTC(2026, 0, 1);
  const left = new Map(
    Array.from({ length: count }, (_, index) => {
      const id = `r${index}`;
      return [id, { id, at: new Date(start + index * 1000).toISOString(), type: index % 2 ? 'PowerOff' : 'PowerOn' }];
    }),
  );
  let named: () => void = () => undefined;
  const onMessage = (topic: string, payload: Buffer) => {
    if (!topic.endsWith('/stored')) return;
    const { ids } = JSON.parse(payload.toString()) as { ids: string[] };
    onStored(ids.filter((id) => left.delete(id)).length);
    named();
  };
  for (let session = 1; left.size > 0; session += 1) {
    const birth = birthOf(session);
    const client = mqtt.connect(credentials.brokerUrl, {
      clientId: machineId,
      ca: credentials.authority,
      cert: credentials.certificate,
      key: credentials.key,
      reconnectPeriod: 0,
    });
    client.on('error', () => undefined);
    client.on('message', onMessage);
    await whileConnected(client, async (isOver) => {
      await client.subscribeAsync([`m/${machineId}/stored`, `m/${machineId}/desired`], { qos: 1 });
      await client.publishAsync(`m/${machineId}/birth`, JSON.stringify(birth), { qos: 1 });
      while (left.size > 0 && !isOver()) {
        const entries = [...left.values()].slice(0, pace.entriesPerMessage);
        const isNamed = new Promise<void>((resolve) => {
          named = () => (entries.some(({ id }) => left.has(id)) ? undefined : resolve());
        });
        await client.publishAsync(`m/${machineId}/activities`, JSON.stringify({ v: 1, entries }), { qos: 1 });
        await Promise.race([isNamed, wait(againMilliseconds)]);
        if (pace.pauseMilliseconds > 0) await wait(pace.pauseMilliseconds);
      }
    });
    await client.endAsync(true).catch(() => undefined);
    if (left.size > 0) await wait(reconnectMilliseconds);
  }
}

function birthOf(session: number) {
  return {
    v: 1,
    id: `b${session}`,
    at: new Date().toISOString(),
    session,
    model: 'sole-3-12',
    softwareVersion: '4.2.1',
    settings: [],
    programs: [],
    desiredVersion: 0,
  };
}

async function whileConnected(client: MqttClient, work: (isOver: () => boolean) => Promise<void>): Promise<void> {
  let isOver = false;
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => {
      isOver = true;
      resolve();
    });
  });
  const opened = new Promise<void>((resolve) => client.once('connect', () => resolve()));
  await Promise.race([closed, opened]);
  await Promise.race([closed, work(() => isOver).catch(() => undefined)]);
}
