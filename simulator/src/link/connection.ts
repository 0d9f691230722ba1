import type { DownTopic, UpTopic } from '@fournil/contract/machine-link/topics';
import { log } from '../log.ts';
import { acknowledged, nextBatch } from '../state/queue.ts';
import type { Remembered } from '../state/store.ts';
import { type Link, openLink } from './link.ts';
import { newPrivateKey, pair } from './pairing.ts';

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
interface ConnectionState {
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
  const state: ConnectionState = {
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
      if (!state.link && !state.busy && !state.away && nowMs >= state.nextAttemptMs && nowMs >= state.pulledUntilMs)
        attempt(state).catch((error: Error) => log('attemptFailed', { ...plateOf(state), reason: error.message }));
      flush(state);
    },
    flush: () => flush(state),
    send: (name, message) => {
      if (state.link && state.born) state.link.publish(name, message).catch(() => {});
    },
    isConnected: () => state.born,
    isPulled: () => Date.now() < state.pulledUntilMs,
    cut: (untilMs) => {
      state.pulledUntilMs = Math.max(state.pulledUntilMs, untilMs);
      state.link?.cut();
      forget(state);
    },
    mend: () => {
      state.pulledUntilMs = 0;
      state.away = false;
      state.nextAttemptMs = 0;
    },
    leave: async (stay) => {
      state.away = stay === 'away';
      const leaving = state.link;
      forget(state);
      await leaving?.leave();
    },
  };
}

function plateOf({ needs }: ConnectionState) {
  return { serialNumber: needs.memory.plate.serialNumber };
}

async function attempt(state: ConnectionState): Promise<void> {
  state.busy = true;
  try {
    // After many refusals the owner may have released the machine, so it tries to pair again.
    if (!state.needs.memory.credentials || state.refusals >= connecting.refusalsBeforeSlow) await tryPairing(state);
    await connect(state);
  } finally {
    state.busy = false;
  }
}

async function tryPairing(state: ConnectionState): Promise<void> {
  const { memory, server, save } = state.needs;
  memory.privateKey ??= await newPrivateKey();
  const result = await pair(server, memory.plate, memory.privateKey);
  if ('credentials' in result) {
    memory.credentials = result.credentials;
    state.refusals = 0;
    state.waitMs = 0;
    await save();
    log('paired', { ...plateOf(state), machineId: result.credentials.machineId });
    return;
  }
  if (state.waitMs === 0) log('notPaired', { ...plateOf(state), reason: result.reason });
  state.waitMs = Math.min(pairing.longestMs, Math.max(pairing.firstMs, state.waitMs * pairing.growth));
  if (!memory.credentials)
    state.nextAttemptMs = Date.now() + (result.retryAfterSeconds ? result.retryAfterSeconds * 1000 : state.waitMs);
}

async function connect(state: ConnectionState): Promise<void> {
  const { memory, save, birth, onBorn, onMessage } = state.needs;
  if (!memory.credentials || !memory.privateKey) return;
  memory.session += 1;
  await save();
  if (state.away || Date.now() < state.pulledUntilMs) return;
  const mine = {};
  const early: [DownTopic, unknown][] = [];
  state.current = mine;
  const begin = () => {
    if (state.current !== mine) return;
    state.born = true;
    state.refusals = 0;
    state.waitMs = 0;
    onBorn();
    for (const [name, message] of early) onMessage(name, message);
    flush(state);
  };
  const opened = openLink(memory.credentials, memory.privateKey, memory.session, {
    onClosed: (refused, reason) => {
      if (state.current === mine) closed(state, refused, reason);
    },
    onMessage: (name, message) => (state.born ? onMessage(name, message) : early.push([name, message])),
    onOpen: () => {
      opened.publish('birth', birth()).then(begin, () => {});
    },
  });
  state.link = opened;
}

function closed(state: ConnectionState, refused: boolean, reason: string): void {
  const wasBorn = state.born;
  forget(state);
  state.refusals = refused ? state.refusals + 1 : 0;
  state.waitMs = Math.min(connecting.longestMs, Math.max(connecting.firstMs, state.waitMs * 2));
  const pause = state.refusals >= connecting.refusalsBeforeSlow ? connecting.slowMs : state.waitMs;
  state.nextAttemptMs = Date.now() + pause * (0.75 + Math.random() * 0.5);
  if (wasBorn || state.refusals === 1) log('disconnected', { ...plateOf(state), reason });
}

function forget(state: ConnectionState): void {
  state.link = null;
  state.current = null;
  state.born = false;
  state.sending = false;
}

/** Sends the oldest reports, then the next ones. */
function flush(state: ConnectionState): void {
  if (!state.link || !state.born || state.sending) return;
  const { memory } = state.needs;
  const batch = nextBatch(memory.queue);
  if (!batch) return;
  const mine = state.current;
  state.sending = true;
  state.link.publish(batch.topic, batch.message).then(
    () => {
      if (state.current !== mine) return;
      memory.queue = acknowledged(memory.queue, batch.ids);
      state.sending = false;
      flush(state);
    },
    // After any error the reports stay in the queue; the next connection sends them.
    () => {
      if (state.current === mine) state.sending = false;
    },
  );
}
