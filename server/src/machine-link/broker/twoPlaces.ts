import { minuteMilliseconds } from '@fournil/contract/kit/durations';

/**
 * Detects a certificate that is used at two places: their connections, from two addresses, replace each other again and
 * again.
 */
const windowMilliseconds = 10 * minuteMilliseconds;
/** An oven whose network changes replaces its own dead connection, occasionally in both directions. */
const turnsAllowed = 2;
const pause = { firstMilliseconds: 5000, longestMilliseconds: 300_000 };
const mostMachines = 10_000;

interface Turns {
  /** When the connection of each address was last replaced by another address. */
  pushedOut: Map<string, number>;
  count: number;
  since: number;
  pausedUntil: number;
}

export interface TwoPlaces {
  /**
   * A connection from `address` is about to replace the one from `present`. `pausedMilliseconds` above 0: it is refused
   * for that time. `isAlarm`: with this connection the two places are certain.
   */
  arrive(
    machineId: string,
    address: string,
    present: string,
    now: number,
  ): { pausedMilliseconds: number; isAlarm: boolean };
}

/**
 * SEC-04: a machine that connects from two places is reported, and its connections are accepted more and more slowly.
 */
export function watchTwoPlaces(): TwoPlaces {
  const machines = new Map<string, Turns>();
  const turnsOf = (machineId: string, now: number): Turns => {
    const known = machines.get(machineId);
    if (known && now - known.since < windowMilliseconds) return known;
    if (machines.size >= mostMachines) machines.clear();
    const begun = { pushedOut: new Map<string, number>(), count: 0, since: now, pausedUntil: 0 };
    machines.set(machineId, begun);
    return begun;
  };
  return {
    arrive: (machineId, address, present, now) => {
      if (address === present) return { pausedMilliseconds: 0, isAlarm: false };
      const turns = turnsOf(machineId, now);
      if (turns.pausedUntil > now) return { pausedMilliseconds: turns.pausedUntil - now, isAlarm: false };
      if (turns.pushedOut.has(address)) {
        turns.count += 1;
        // The alternation continues, so the window moves with it.
        turns.since = now;
      }
      const over = turns.count - turnsAllowed;
      if (over < 0) {
        turns.pushedOut.set(present, now);
        return { pausedMilliseconds: 0, isAlarm: false };
      }
      const pausedMilliseconds = Math.min(pause.longestMilliseconds, pause.firstMilliseconds * 2 ** Math.min(over, 10));
      turns.pausedUntil = now + pausedMilliseconds;
      turns.pushedOut.set(present, now);
      return { pausedMilliseconds, isAlarm: over === 0 };
    },
  };
}
