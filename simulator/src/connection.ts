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
  /** Written to disk before the connection starts: a session number is never used twice. */
  save: () => Promise<void>;
  birth: () => object;
  onBorn: () => void;
  onMessage: (name: DownTopic, message: unknown) => void;
}

export interface Connection {
  tick: (nowMs: number) => void;
  flush: () => void;
  /** At once or not at all: for what is asked again anyway. */
  send: (name: UpTopic, message: object) => void;
  isConnected: () => boolean;
  isPulled: () => boolean;
  cut: (untilMs: number) => void;
  mend: () => void;
  leave: (stay: 'away' | 'ready') => Promise<void>;
}

/**
 * Pairs, connects, comes back after a loss, and gets the queue of reports across. Paced by `tick`, so it needs no
 * timers of its own.
 */
export function openConnection(needs: ConnectionNeeds): Connection {
  const { memory } = needs;
  const plate = { serialNumber: memory.plate.serialNumber };
  let link: Link | null = null;
  let born = false;
  let busy = false;
  let sending = false;
  let away = false;
  let pulledUntilMs = 0;
  let nextAttemptMs = Date.now() + Math.random() * 1500;
  let waitMs = 0;
  let refusals = 0;

  const retryIn = (ms: number) => {
    nextAttemptMs = Date.now() + ms * (0.75 + Math.random() * 0.5);
  };

  const tryPairing = async () => {
    memory.privateKey ??= await newPrivateKey();
    const result = await pair(needs.server, memory.plate, memory.privateKey);
    if ('credentials' in result) {
      memory.credentials = result.credentials;
      refusals = 0;
      waitMs = 0;
      await needs.save();
      log('paired', { ...plate, machineId: result.credentials.machineId });
      return true;
    }
    if (waitMs === 0) log('notPaired', { ...plate, reason: result.reason });
    waitMs = Math.min(pairing.longestMs, Math.max(pairing.firstMs, waitMs * pairing.growth));
    if (!memory.credentials)
      nextAttemptMs = Date.now() + (result.retryAfterSeconds ? result.retryAfterSeconds * 1000 : waitMs);
    return false;
  };

  const closed = (mine: object, refused: boolean, reason: string) => {
    if (current !== mine) return;
    const wasBorn = born;
    forget();
    refusals = refused ? refusals + 1 : 0;
    waitMs = Math.min(connecting.longestMs, Math.max(connecting.firstMs, waitMs * 2));
    retryIn(refusals >= connecting.refusalsBeforeSlow ? connecting.slowMs : waitMs);
    if (wasBorn || refusals === 1) log('disconnected', { ...plate, reason });
  };

  let current: object | null = null;
  const forget = () => {
    link = null;
    current = null;
    born = false;
    sending = false;
  };

  const connect = async () => {
    if (!memory.credentials || !memory.privateKey) return;
    memory.session += 1;
    await needs.save();
    if (away || Date.now() < pulledUntilMs) return;
    const mine = {};
    const early: [DownTopic, unknown][] = [];
    current = mine;
    const opened = openLink(memory.credentials, memory.privateKey, memory.session, {
      onClosed: (refused, reason) => closed(mine, refused, reason),
      onMessage: (name, message) => (born ? needs.onMessage(name, message) : early.push([name, message])),
      onOpen: () => {
        opened.publish('birth', needs.birth()).then(
          () => {
            if (current !== mine) return;
            born = true;
            refusals = 0;
            waitMs = 0;
            needs.onBorn();
            for (const [name, message] of early) needs.onMessage(name, message);
            flush();
          },
          () => {},
        );
      },
    });
    link = opened;
  };

  const attempt = async () => {
    busy = true;
    try {
      // After many refusals the owner may have released it: then it may be paired anew.
      if (!memory.credentials || refusals >= connecting.refusalsBeforeSlow) await tryPairing();
      await connect();
    } finally {
      busy = false;
    }
  };

  const flush = () => {
    if (!link || !born || sending) return;
    const batch = nextBatch(memory.queue);
    if (!batch) return;
    const mine = current;
    sending = true;
    link.publish(batch.topic, batch.message).then(
      () => {
        if (current !== mine) return;
        memory.queue = acknowledged(memory.queue, batch.ids);
        sending = false;
        flush();
      },
      // Whatever went wrong, the reports stay; the next connection tries again.
      () => {
        if (current === mine) sending = false;
      },
    );
  };

  return {
    tick: (nowMs) => {
      if (!link && !busy && !away && nowMs >= nextAttemptMs && nowMs >= pulledUntilMs) {
        attempt().catch((error: Error) => log('attemptFailed', { ...plate, reason: error.message }));
      }
      flush();
    },
    flush,
    send: (name, message) => {
      if (link && born) link.publish(name, message).catch(() => {});
    },
    isConnected: () => born,
    isPulled: () => Date.now() < pulledUntilMs,
    cut: (untilMs) => {
      pulledUntilMs = Math.max(pulledUntilMs, untilMs);
      link?.cut();
      forget();
    },
    mend: () => {
      pulledUntilMs = 0;
      away = false;
      nextAttemptMs = 0;
    },
    leave: async (stay) => {
      away = stay === 'away';
      const leaving = link;
      forget();
      await leaving?.leave();
    },
  };
}
