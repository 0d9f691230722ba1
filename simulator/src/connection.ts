import type { DownTopic, UpTopic } from '@fournil/contract/machine-link/topics';
import { type Link, openLink } from './link.ts';
import { log } from './log.ts';
import { newPrivateKey, pair } from './pairing.ts';
import { acknowledged, nextBatch } from './queue.ts';
import type { Remembered } from './store.ts';

const pairing = { firstMs: 3000, longestMs: 30_000, growth: 1.4 };
const connecting = { firstMs: 1000, longestMs: 30_000, refusalsBeforeSlow: 10, slowMs: 60_000 };

export interface ConnectionNeeds {
  memory: Remembered;
  server: string;
  /** Written to disk before the connection starts, so that a session number is never used twice. */
  save: () => Promise<void>;
  birth: () => object;
  onBorn: () => void;
  onMessage: (name: DownTopic, message: unknown) => void;
}

export interface Connection {
  tick: (nowMs: number) => void;
  flush: () => void;
  /** Sends at once or drops the message: for requests that are repeated anyway. */
  send: (name: UpTopic, message: object) => void;
  isConnected: () => boolean;
  isPulled: () => boolean;
  cut: (untilMs: number) => void;
  mend: () => void;
  leave: (stay: 'away' | 'ready') => Promise<void>;
}

/** The state of the connection attempt; `current` distinguishes the present connection from one that closes late. */
interface Line {
  needs: ConnectionNeeds;
  link: Link | null;
  current: object | null;
  born: boolean;
  busy: boolean;
  sending: boolean;
  away: boolean;
  pulledUntilMs: number;
  nextAttemptMs: number;
  waitMs: number;
  refusals: number;
}

/**
 * Pairs, connects, reconnects after a loss, and sends the queue of reports. Driven by `tick`, without timers of its
 * own.
 */
export function openConnection(needs: ConnectionNeeds): Connection {
  const line: Line = {
    needs,
    link: null,
    current: null,
    born: false,
    busy: false,
    sending: false,
    away: false,
    pulledUntilMs: 0,
    nextAttemptMs: Date.now() + Math.random() * 1500,
    waitMs: 0,
    refusals: 0,
  };
  return {
    tick: (nowMs) => {
      if (!line.link && !line.busy && !line.away && nowMs >= line.nextAttemptMs && nowMs >= line.pulledUntilMs)
        attempt(line).catch((error: Error) => log('attemptFailed', { ...plateOf(line), reason: error.message }));
      flush(line);
    },
    flush: () => flush(line),
    send: (name, message) => {
      if (line.link && line.born) line.link.publish(name, message).catch(() => {});
    },
    isConnected: () => line.born,
    isPulled: () => Date.now() < line.pulledUntilMs,
    cut: (untilMs) => {
      line.pulledUntilMs = Math.max(line.pulledUntilMs, untilMs);
      line.link?.cut();
      forget(line);
    },
    mend: () => {
      line.pulledUntilMs = 0;
      line.away = false;
      line.nextAttemptMs = 0;
    },
    leave: async (stay) => {
      line.away = stay === 'away';
      const leaving = line.link;
      forget(line);
      await leaving?.leave();
    },
  };
}

function plateOf({ needs }: Line) {
  return { serialNumber: needs.memory.plate.serialNumber };
}

async function attempt(line: Line): Promise<void> {
  line.busy = true;
  try {
    // After many refusals the owner may have released the machine, so it tries to pair again.
    if (!line.needs.memory.credentials || line.refusals >= connecting.refusalsBeforeSlow) await tryPairing(line);
    await connect(line);
  } finally {
    line.busy = false;
  }
}

async function tryPairing(line: Line): Promise<void> {
  const { memory, server, save } = line.needs;
  memory.privateKey ??= await newPrivateKey();
  const result = await pair(server, memory.plate, memory.privateKey);
  if ('credentials' in result) {
    memory.credentials = result.credentials;
    line.refusals = 0;
    line.waitMs = 0;
    await save();
    log('paired', { ...plateOf(line), machineId: result.credentials.machineId });
    return;
  }
  if (line.waitMs === 0) log('notPaired', { ...plateOf(line), reason: result.reason });
  line.waitMs = Math.min(pairing.longestMs, Math.max(pairing.firstMs, line.waitMs * pairing.growth));
  if (!memory.credentials)
    line.nextAttemptMs = Date.now() + (result.retryAfterSeconds ? result.retryAfterSeconds * 1000 : line.waitMs);
}

async function connect(line: Line): Promise<void> {
  const { memory, save, birth, onBorn, onMessage } = line.needs;
  if (!memory.credentials || !memory.privateKey) return;
  memory.session += 1;
  await save();
  if (line.away || Date.now() < line.pulledUntilMs) return;
  const mine = {};
  const early: [DownTopic, unknown][] = [];
  line.current = mine;
  const begin = () => {
    if (line.current !== mine) return;
    line.born = true;
    line.refusals = 0;
    line.waitMs = 0;
    onBorn();
    for (const [name, message] of early) onMessage(name, message);
    flush(line);
  };
  const opened = openLink(memory.credentials, memory.privateKey, memory.session, {
    onClosed: (refused, reason) => {
      if (line.current === mine) closed(line, refused, reason);
    },
    onMessage: (name, message) => (line.born ? onMessage(name, message) : early.push([name, message])),
    onOpen: () => {
      opened.publish('birth', birth()).then(begin, () => {});
    },
  });
  line.link = opened;
}

function closed(line: Line, refused: boolean, reason: string): void {
  const wasBorn = line.born;
  forget(line);
  line.refusals = refused ? line.refusals + 1 : 0;
  line.waitMs = Math.min(connecting.longestMs, Math.max(connecting.firstMs, line.waitMs * 2));
  const pause = line.refusals >= connecting.refusalsBeforeSlow ? connecting.slowMs : line.waitMs;
  line.nextAttemptMs = Date.now() + pause * (0.75 + Math.random() * 0.5);
  if (wasBorn || line.refusals === 1) log('disconnected', { ...plateOf(line), reason });
}

function forget(line: Line): void {
  line.link = null;
  line.current = null;
  line.born = false;
  line.sending = false;
}

/** Sends the oldest reports, then the next ones. */
function flush(line: Line): void {
  if (!line.link || !line.born || line.sending) return;
  const { memory } = line.needs;
  const batch = nextBatch(memory.queue);
  if (!batch) return;
  const mine = line.current;
  line.sending = true;
  line.link.publish(batch.topic, batch.message).then(
    () => {
      if (line.current !== mine) return;
      memory.queue = acknowledged(memory.queue, batch.ids);
      line.sending = false;
      flush(line);
    },
    // After any error the reports stay in the queue; the next connection sends them.
    () => {
      if (line.current === mine) line.sending = false;
    },
  );
}
