import { readTopic, upTopics } from '@fournil/contract/machine-link/topics';
import type { Services } from '../../kit/services.ts';
import type { Inbox } from '../reports/inbox.ts';
import type { Senders } from './senders.ts';

/** A machine that may not connect is disconnected again at most this often. */
const expelAgainMilliseconds = 10_000;
const mostExpelled = 10_000;
/** Of messages whose machines are not looked up yet; beyond it they stay at the broker. */
const mostBytes = 64 * 1024 * 1024;

interface Arrived {
  machineId: string;
  topic: string;
  payload: Buffer;
  acknowledge: (error?: Error | null) => void;
}

/** Looks up the machines of the messages that have arrived, many at once, and hands them to the inbox in order. */
export function openReception(services: Services, inbox: Inbox, senders: Senders, expel: (machineId: string) => void) {
  const expelled = new Map<string, number>();
  let arrived: Arrived[] = [];
  let waitingBytes = 0;
  let running = false;

  const refuse = ({ machineId, topic, acknowledge }: Arrived) => {
    acknowledge();
    // Its connection has ended.
    if (topic === 'will') return;
    const now = performance.now();
    if ((expelled.get(machineId) ?? 0) > now - expelAgainMilliseconds && expelled.has(machineId)) return;
    if (expelled.size >= mostExpelled) expelled.clear();
    expelled.set(machineId, now);
    services.log.warn({ event: 'machine refused', client: machineId }, 'security');
    expel(machineId);
  };
  const handOver = async (batch: Arrived[]) => {
    const machineOf = await senders.find(batch.map(({ machineId }) => machineId));
    for (const message of batch) {
      const machine = machineOf(message.machineId);
      if (!machine) refuse(message);
      else inbox.receive({ ...machine, topic: message.topic, payload: message.payload }, message.acknowledge);
    }
  };
  const work = async () => {
    running = true;
    while (arrived.length > 0) {
      const batch = arrived;
      arrived = [];
      waitingBytes = 0;
      await handOver(batch).catch((error) => {
        services.log.error({ err: error }, 'reports not taken');
        for (const { acknowledge } of batch) acknowledge(error as Error);
      });
    }
    running = false;
  };
  return (name: string, payload: Buffer, acknowledge: (error?: Error | null) => void) => {
    const topic = readTopic(name);
    // The broker's rules allow no others; a message that nobody understands must not stay there.
    if (!topic || !(upTopics as readonly string[]).includes(topic.name)) return acknowledge();
    if (waitingBytes + payload.length > mostBytes) return acknowledge(new Error('busy'));
    waitingBytes += payload.length;
    arrived.push({ machineId: topic.machineId, topic: topic.name, payload, acknowledge });
    if (!running) setImmediate(() => running || void work());
  };
}
