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
import { betweenConnections, betweenPairings, longerPause, manyRefusals } from './pauses.ts';
import { idsOfRefused } from './refused.ts';
import { renewIfDue } from './renewal.ts';

const renewalPauseMilliseconds = hourMilliseconds;

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
  sentAt: number;
}

export interface Connection {
  tick: (nowAt: number) => void;
  flush: () => void;
  /** Sends at once or drops the message: for requests that are repeated anyway. */
  send: (name: UpTopic, message: object) => void;
  isConnected: () => boolean;
  isPulled: () => boolean;
  cut: (untilAt: number) => void;
  mend: () => void;
  leave: (stay: 'away' | 'ready') => Promise<void>;
}

/** The state of the connection attempt; `current` distinguishes the present connection from one that closes late. */
interface ConnectionState {
  needs: ConnectionNeeds;
  link: Link | null;
  current: object | null;
  isBorn: boolean;
  isBusy: boolean;
  /** The birth of this connection, then one batch after the other. */
  unstored: Unstored | null;
  /** When the last message of any kind was sent. */
  sentAt: number;
  /** Messages that came before the birth was stored. */
  early: [Told, unknown][];
  isAway: boolean;
  pulledUntilAt: number;
  nextAttemptAt: number;
  waitMilliseconds: number;
  refusals: number;
  /** When the end of the certificate is looked at again. */
  renewalAt: number;
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
    isBorn: false,
    isBusy: false,
    unstored: null,
    sentAt: 0,
    early: [],
    isAway: false,
    pulledUntilAt: 0,
    nextAttemptAt: Date.now() + Math.random() * 1500,
    waitMilliseconds: 0,
    refusals: 0,
    renewalAt: 0,
  };
  return {
    tick: (nowAt) => {
      if (!state.link && !state.isBusy && !state.isAway && nowAt >= state.nextAttemptAt && nowAt >= state.pulledUntilAt)
        attemptInTurn(state).catch((error: Error) =>
          log('attemptFailed', { ...plateOf(state), reason: error.message }),
        );
      if (state.isBorn && nowAt > state.renewalAt)
        renewWhileConnected(state).catch((error: Error) =>
          log('notRenewed', { ...plateOf(state), reason: error.message }),
        );
      keepAlive(state, nowAt);
      flush(state);
    },
    flush: () => flush(state),
    send: (name, message) => {
      if (state.isBorn) publish(state, name, message);
    },
    isConnected: () => state.isBorn,
    isPulled: () => Date.now() < state.pulledUntilAt,
    cut: (untilAt) => {
      state.pulledUntilAt = Math.max(state.pulledUntilAt, untilAt);
      state.link?.cut();
      forget(state);
    },
    mend: () => {
      state.pulledUntilAt = 0;
      state.isAway = false;
      state.nextAttemptAt = 0;
    },
    leave: async (stay) => {
      state.isAway = stay === 'away';
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
  state.isBusy = true;
  try {
    await state.needs.inTurn(() => attempt(state));
  } finally {
    state.isBusy = false;
  }
}

/** A broker that accepts a connection and no subscription keeps no other oven from connecting. */
const longestTurnMilliseconds = 15_000;

/** Resolves when the connection is open or has failed, or has taken too long for one turn. */
async function attempt(state: ConnectionState): Promise<void> {
  if (isOff(state)) return;
  // After many refusals the owner may have released the machine, so it tries to pair again.
  if (!state.needs.memory.credentials || state.refusals >= manyRefusals.count) await tryPairing(state);
  await renewal(state);
  await connect(state);
  await Promise.race([state.link?.settled, pause(longestTurnMilliseconds, undefined, { ref: false })]);
}

/** Switched off, or without a network. */
function isOff(state: ConnectionState): boolean {
  return state.isAway || Date.now() < state.pulledUntilAt;
}

async function tryPairing(state: ConnectionState): Promise<void> {
  const { memory, server, save } = state.needs;
  memory.privateKey ??= await newPrivateKey();
  const result = await pair(server, memory.plate, memory.privateKey);
  if ('answer' in result) {
    if (memory.credentials && memory.credentials.machineId !== result.answer.machineId) forgetOwner(memory);
    memory.credentials = result.answer;
    state.refusals = 0;
    state.waitMilliseconds = 0;
    await save();
    log('paired', { ...plateOf(state), machineId: result.answer.machineId });
    return;
  }
  if (state.waitMilliseconds === 0) log('notPaired', { ...plateOf(state), reason: result.reason });
  state.waitMilliseconds = longerPause(state.waitMilliseconds, betweenPairings);
  if (!memory.credentials)
    state.nextAttemptAt =
      Date.now() + (result.retryAfterSeconds ? result.retryAfterSeconds * 1000 : state.waitMilliseconds);
}

function renewal(state: ConnectionState): Promise<boolean> {
  state.renewalAt = Date.now() + renewalPauseMilliseconds;
  return renewIfDue(state.needs);
}

/** While connected; the new certificate is used from the next connection on. */
async function renewWhileConnected(state: ConnectionState): Promise<void> {
  if (!(await renewal(state))) return;
  state.nextAttemptAt = 0;
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
    onClosed: (isRefused, reason) => {
      if (isMine()) closed(state, isRefused, reason);
    },
    onMessage: (name, message) => {
      if (!isMine()) return;
      if (name === 'stored') onStored(state, message);
      else if (name === 'refused') settled(state, idsOfRefused(memory, message));
      else if (state.isBorn) onMessage(name, message);
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
    state.isBorn = true;
    state.refusals = 0;
    state.waitMilliseconds = 0;
    onBorn();
    for (const [name, early] of state.early.splice(0)) onMessage(name, early);
  }
  flush(state);
}

function closed(state: ConnectionState, isRefused: boolean, reason: string): void {
  const wasBorn = state.isBorn;
  forget(state);
  state.refusals = isRefused ? state.refusals + 1 : 0;
  state.waitMilliseconds = longerPause(state.waitMilliseconds, betweenConnections);
  const pause = state.refusals >= manyRefusals.count ? manyRefusals.pauseMilliseconds : state.waitMilliseconds;
  state.nextAttemptAt = Date.now() + pause * (0.75 + Math.random() * 0.5);
  if (wasBorn || state.refusals === 1) log('disconnected', { ...plateOf(state), reason });
}

function forget(state: ConnectionState): void {
  state.link = null;
  state.current = null;
  state.isBorn = false;
  state.unstored = null;
  state.early = [];
}

/** Sends the oldest reports, then the next ones. */
function flush(state: ConnectionState): void {
  if (!state.isBorn || state.unstored) return;
  const batch = nextBatch(state.needs.memory.queue);
  if (batch) sendUnstored(state, batch);
}

/** The acknowledgement of the broker does not count: `stored` ends the waiting, or the end of the connection. */
function sendUnstored(state: ConnectionState, { topic, message, ids }: Batch | Omit<Unstored, 'sentAt'>): void {
  state.unstored = { topic, message, ids: [...ids], sentAt: Date.now() };
  publish(state, topic, message);
}

function publish(state: ConnectionState, name: UpTopic, message: object): void {
  state.sentAt = Date.now();
  state.link?.publish(name, message).catch(() => {});
}

/** Repeats what was not stored in time, and tells the server that the oven is there when it has nothing else to say. */
function keepAlive(state: ConnectionState, nowAt: number): void {
  const { unstored } = state;
  if (unstored && nowAt - unstored.sentAt > linkLimits.storedWithinSeconds * 1000) {
    unstored.sentAt = nowAt;
    publish(state, unstored.topic, unstored.message);
  }
  if (state.isBorn && nowAt - state.sentAt > linkLimits.aliveSeconds * 1000)
    publish(state, 'alive', { v: linkLimits.protocolVersion });
}
