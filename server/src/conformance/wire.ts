import { readTopic, topic as topicOf } from '@fournil/contract/machine-link/topics';
import { type Broker, type Incoming, type Refused, readMessage, type Wire } from '../machine-link/index.ts';

/** A message of the machine. */
export interface Heard {
  name: string;
  /** Without what is refused of it; null where all of it breaks the protocol. */
  message: Record<string, unknown> | null;
  refused: readonly Refused[];
  /** In milliseconds, of a clock that nobody sets. */
  at: number;
}

type Condition = (heard: Heard) => boolean;

export interface TrialWire extends Wire {
  heardSoFar(): readonly Heard[];
  /** Why connections failed before their CONNECT. */
  failedHandshakes(): readonly string[];
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
  const messages: Heard[] = [];
  const failures: string[] = [];
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
    handshakeFailed: (reason) => void failures.push(reason),
    failedHandshakes: () => failures,
    heard: (incoming) => {
      if (incoming.machineId !== machineId()) return false;
      const one = heardIn(incoming);
      messages.push(one);
      const isOwn = one.name === 'answers' && ownCommands.has(one.message?.['commandId']);
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
    heardSoFar: () => messages,
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

function heardIn(incoming: Incoming): Heard {
  const { report } = readMessage(incoming);
  const message = report.topic === 'refused' ? null : { ...report.message };
  return { name: incoming.topic, message, refused: report.refused ?? [], at: performance.now() };
}

/** The ids of a report: its own, or those of its entries. */
export function idsOf({ message }: Heard): string[] {
  if (!message) return [];
  const entries = Array.isArray(message['entries']) ? (message['entries'] as { id: string }[]) : [];
  return [message['id'], ...entries.map(({ id }) => id)].filter((id): id is string => typeof id === 'string');
}
