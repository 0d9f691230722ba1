import { setTimeout as pause } from 'node:timers/promises';
import { hourMilliseconds } from '@fournil/contract/kit/durations';
import { downMessages } from '@fournil/contract/machine-link/messages';
import { type DownTopic, linkLimits, type UpTopic } from '@fournil/contract/machine-link/topics';
import { log } from '../log.ts';
import { forgetOwner } from '../state/newMemory.ts';
import { acknowledged, type Batch, nextBatch } from '../state/queue.ts';
import type { Remembered } from '../state/store.ts';
import type { InTurn } from '../turns.ts';
import { type Link, openLink } from './link.ts';
import { newPrivateKey, pair } from './pairing.ts';
import { idsOfRefused } from './refused.ts';
import { renewIfDue } from './renewal.ts';

const pairing = { firstMs: 3000, longestMs: 30_000, growth: 1.4 };
const renewalPauseMs = hourMilliseconds;
const connecting = { firstMs: 1000, longestMs: 30_000, refusalsBeforeSlow: 10, slowMs: 60_000 };

/** What the rest of the oven is told; the connection itself reads the others. */
export type Told = Exclude<DownTopic, 'stored' | 'refused'>;

export interface ConnectionNeeds {
  memory: Remembered;
  server: string;
  /** Written to disk before the connection starts, so that a session number is never used twice. */
  save: () => Promise<void>;
  /** The turns of all ovens to pair and connect. */
  inTurn: InTurn;
  birth: () => { id: string };
  onBorn: () => void;
  onMessage: (name: Told, message: unknown) => void;
}

/** What was sent and is not named in `stored` yet; it is sent again when that takes too long. */
interface Unstored {
  topic: UpTopic;
  message: object;
  ids: string[];
  sentMs: number;
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
  /** The birth of this connection, then one batch after the other. */
  unstored: Unstored | null;
  /** When the last message of any kind was sent. */
  sentMs: number;
  /** Messages that came before the birth was stored. */
  early: [Told, unknown][];
  away: boolean;
  pulledUntilMs: number;
  nextAttemptMs: number;
  waitMs: number;
  refusals: number;
  /** When the end of the certificate is looked at again. */
  renewalMs: number;
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
    unstored: null,
    sentMs: 0,
    early: [],
    away: false,
    pulledUntilMs: 0,
    nextAttemptMs: Date.now() + Math.random() * 1500,
    waitMs: 0,
    refusals: 0,
    renewalMs: 0,
  };
  return {
    tick: (nowMs) => {
      if (!state.link && !state.busy && !state.away && nowMs >= state.nextAttemptMs && nowMs >= state.pulledUntilMs)
        attemptInTurn(state).catch((error: Error) =>
          log('attemptFailed', { ...plateOf(state), reason: error.message }),
        );
      if (state.born && nowMs > state.renewalMs)
        renewWhileConnected(state).catch((error: Error) =>
          log('notRenewed', { ...plateOf(state), reason: error.message }),
        );
      keepAlive(state, nowMs);
      flush(state);
    },
    flush: () => flush(state),
    send: (name, message) => {
      if (state.born) publish(state, name, message);
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

async function attemptInTurn(state: ConnectionState): Promise<void> {
  state.busy = true;
  try {
    await state.needs.inTurn(() => attempt(state));
  } finally {
    state.busy = false;
  }
}

/** A broker that accepts a connection and no subscription keeps no other oven from connecting. */
const longestTurnMilliseconds = 15_000;

/** Resolves when the connection is open or has failed, or has taken too long for one turn. */
async function attempt(state: ConnectionState): Promise<void> {
  if (isOff(state)) return;
  // After many refusals the owner may have released the machine, so it tries to pair again.
  if (!state.needs.memory.credentials || state.refusals >= connecting.refusalsBeforeSlow) await tryPairing(state);
  await renewal(state);
  await connect(state);
  await Promise.race([state.link?.settled, pause(longestTurnMilliseconds, undefined, { ref: false })]);
}

/** Switched off, or without a network. */
function isOff(state: ConnectionState): boolean {
  return state.away || Date.now() < state.pulledUntilMs;
}

async function tryPairing(state: ConnectionState): Promise<void> {
  const { memory, server, save } = state.needs;
  memory.privateKey ??= await newPrivateKey();
  const result = await pair(server, memory.plate, memory.privateKey);
  if ('credentials' in result) {
    if (memory.credentials && memory.credentials.machineId !== result.credentials.machineId) forgetOwner(memory);
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

function renewal(state: ConnectionState): Promise<boolean> {
  state.renewalMs = Date.now() + renewalPauseMs;
  return renewIfDue(state.needs);
}

/** While connected; the new certificate is used from the next connection on. */
async function renewWhileConnected(state: ConnectionState): Promise<void> {
  if (!(await renewal(state))) return;
  state.nextAttemptMs = 0;
  const { link } = state;
  forget(state);
  await link?.leave();
}

async function connect(state: ConnectionState): Promise<void> {
  const { memory, save, birth, onMessage } = state.needs;
  if (!memory.credentials || !memory.privateKey) return;
  memory.session += 1;
  await save();
  if (isOff(state)) return;
  const mine = {};
  state.current = mine;
  const isMine = () => state.current === mine;
  state.link = openLink(memory.credentials, memory.privateKey, memory.session, {
    onClosed: (refused, reason) => {
      if (isMine()) closed(state, refused, reason);
    },
    onMessage: (name, message) => {
      if (!isMine()) return;
      if (name === 'stored') onStored(state, message);
      else if (name === 'refused') settled(state, idsOfRefused(memory, message));
      else if (state.born) onMessage(name, message);
      else state.early.push([name, message]);
    },
    onOpen: () => {
      if (!isMine()) return;
      const message = birth();
      sendUnstored(state, { topic: 'birth', message, ids: [message.id] });
    },
  });
}

/** Reports are kept until the server has named them; then the next ones are sent. */
function onStored(state: ConnectionState, message: unknown): void {
  const named = downMessages.stored.safeParse(message);
  if (!named.success) return;
  const { memory } = state.needs;
  memory.queue = acknowledged(memory.queue, named.data.ids, memory.stored);
  settled(state, named.data.ids);
}

/** The message that is under way is done when all its ids are named; then the next one is sent. */
function settled(state: ConnectionState, ids: readonly string[]): void {
  const { onBorn, onMessage } = state.needs;
  const { unstored } = state;
  if (!unstored || ids.length === 0) return;
  unstored.ids = unstored.ids.filter((id) => !ids.includes(id));
  if (unstored.ids.length > 0) return;
  state.unstored = null;
  if (unstored.topic === 'birth') {
    state.born = true;
    state.refusals = 0;
    state.waitMs = 0;
    onBorn();
    for (const [name, early] of state.early.splice(0)) onMessage(name, early);
  }
  flush(state);
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
  state.unstored = null;
  state.early = [];
}

/** Sends the oldest reports, then the next ones. */
function flush(state: ConnectionState): void {
  if (!state.born || state.unstored) return;
  const batch = nextBatch(state.needs.memory.queue);
  if (batch) sendUnstored(state, batch);
}

/** The acknowledgement of the broker does not count: `stored` ends the waiting, or the end of the connection. */
function sendUnstored(state: ConnectionState, { topic, message, ids }: Batch | Omit<Unstored, 'sentMs'>): void {
  state.unstored = { topic, message, ids: [...ids], sentMs: Date.now() };
  publish(state, topic, message);
}

function publish(state: ConnectionState, name: UpTopic, message: object): void {
  state.sentMs = Date.now();
  state.link?.publish(name, message).catch(() => {});
}

/** Repeats what was not stored in time, and tells the server that the oven is there when it has nothing else to say. */
function keepAlive(state: ConnectionState, nowMs: number): void {
  const { unstored } = state;
  if (unstored && nowMs - unstored.sentMs > linkLimits.storedWithinSeconds * 1000) {
    unstored.sentMs = nowMs;
    publish(state, unstored.topic, unstored.message);
  }
  if (state.born && nowMs - state.sentMs > linkLimits.aliveSeconds * 1000)
    publish(state, 'alive', { v: linkLimits.protocolVersion });
}
