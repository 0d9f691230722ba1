/**
 * A credential whose connections take turns from two addresses is in two hands: the one and the other push each other
 * out.
 */
const windowMilliseconds = 10 * 60_000;
/** An oven whose uplink changes pushes out its own dead connection, now and then also back again. */
const turnsAllowed = 2;
const pause = { firstMilliseconds: 5000, longestMilliseconds: 300_000 };
const mostMachines = 10_000;

interface Turns {
  /** When each address was last pushed out by another. */
  pushedOut: Map<string, number>;
  count: number;
  since: number;
  pausedUntil: number;
}

export interface TwoPlaces {
  /**
   * A connection from `address` wants to take the place of the one from `present`. `pausedMilliseconds` above 0: it is
   * refused for so long. `isAlarm`: this is the moment at which it is clear that there are two.
   */
  arrive(
    machineId: string,
    address: string,
    present: string,
    now: number,
  ): { pausedMilliseconds: number; isAlarm: boolean };
}

/** SEC-04: a machine that is there from two places is noticed, and let in ever more slowly. */
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
        // It goes on: the window moves with it.
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
