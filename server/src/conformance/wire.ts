import { upMessages } from '@fournil/contract/machine-link/messages';
import { readTopic, topic as topicOf } from '@fournil/contract/machine-link/topics';
import type { Broker, Incoming, Wire } from '../machine-link/index.ts';

/** A message of the machine. */
export interface Heard {
  name: string;
  /** As parsed by its schema; null where it breaks the protocol. */
  message: Record<string, unknown> | null;
  /** In milliseconds, of a clock that nobody sets. */
  at: number;
}

type Condition = (heard: Heard) => boolean;

export interface TrialWire extends Wire {
  heardSoFar(): readonly Heard[];
  /** The next message that fulfils the condition, or null when that takes longer. */
  next(condition: Condition, seconds: number): Promise<Heard | null>;
  /** Sends something that the console would not send. */
  send(name: string, payload: string): Promise<void>;
  /** The answer to this command is for the run: the console has never sent it. */
  ownCommand(commandId: string): void;
  /** Names no answer to the run's own commands in `stored`, until that is given back. */
  loseStored(): { giveBack(): void };
  /** Changes what the console sends under this name. */
  change(name: string, how: (payload: string) => string): { giveBack(): void };
  /** Ends the machine's connection without a word. */
  cut(): Promise<void>;
  isConnected(): boolean;
  takes(name: string): boolean;
}

/** Sees and changes what goes between this machine and the console. */
export function openWire(machineId: () => string): TrialWire {
  const heard: Heard[] = [];
  const waiting = new Set<(one: Heard) => void>();
  const ownCommands = new Set<unknown>();
  const changes = new Map<string, (payload: string) => string>();
  let isLosingStored = false;
  let real: Broker | null = null;
  const broker = () => {
    if (!real) throw new Error('the broker is not open yet');
    return real;
  };
  const nameStored = (one: Heard) =>
    broker().publish(topicOf(machineId(), 'stored'), JSON.stringify({ v: 1, ids: idsOf(one) }));
  return {
    heard: ({ machineId: from, topic, payload }: Incoming) => {
      if (from !== machineId()) return false;
      const one = { name: topic, message: parsed(topic, payload), at: performance.now() };
      heard.push(one);
      const isOwn = topic === 'answers' && ownCommands.has(one.message?.['commandId']);
      // In the place of the console, unless the run is losing it.
      if (isOwn && !isLosingStored) void nameStored(one);
      for (const tell of [...waiting]) tell(one);
      return isOwn;
    },
    tap: (own) => {
      real = own;
      return {
        ...own,
        publish: async (topic, payload, options) => {
          const read = readTopic(topic);
          const how = read?.machineId === machineId() ? changes.get(read.name) : undefined;
          await own.publish(topic, how ? how(payload) : payload, options);
        },
      };
    },
    heardSoFar: () => heard,
    next: (condition, seconds) =>
      new Promise((resolve) => {
        const end = (one: Heard | null) => {
          clearTimeout(late);
          waiting.delete(tell);
          resolve(one);
        };
        const late = setTimeout(() => end(null), seconds * 1000);
        const tell = (one: Heard) => condition(one) && end(one);
        waiting.add(tell);
      }),
    send: (name, payload) => broker().publish(topicOf(machineId(), name as 'desired'), payload),
    ownCommand: (commandId) => void ownCommands.add(commandId),
    loseStored: () => {
      isLosingStored = true;
      return {
        giveBack: () => {
          isLosingStored = false;
        },
      };
    },
    change: (name, how) => {
      changes.set(name, how);
      return { giveBack: () => void changes.delete(name) };
    },
    cut: () => broker().disconnect(machineId()),
    isConnected: () => broker().has(machineId()),
    takes: (name) => broker().takes(machineId(), name),
  };
}

function parsed(topic: string, payload: Buffer): Heard['message'] {
  if (!Object.hasOwn(upMessages, topic)) return null;
  try {
    const result = upMessages[topic as keyof typeof upMessages].safeParse(JSON.parse(payload.toString('utf8')));
    return result.success ? (result.data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The ids of a report: its own, or those of its entries. */
export function idsOf({ message }: Heard): string[] {
  if (!message) return [];
  const entries = Array.isArray(message['entries']) ? (message['entries'] as { id: string }[]) : [];
  return [message['id'], ...entries.map(({ id }) => id)].filter((id): id is string => typeof id === 'string');
}
