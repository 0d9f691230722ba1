/**
 * A generator whose whole state is one number, so that it can be stored in the oven's memory and survives a restart.
 */
export interface Random {
  next: () => number;
  state: () => number;
}

/** mulberry32: small, fast, and the same on every platform. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, state: () => state };
}

/** FNV-1a, then mixed, so that consecutive serial numbers give very different seeds. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function between(random: Random, min: number, max: number): number {
  return min + random.next() * (max - min);
}

export function chance(random: Random, probability: number): boolean {
  return random.next() < probability;
}

/** A random time until an event that occurs every `mean` on average. */
export function waitFor(random: Random, mean: number): number {
  return -Math.log(1 - random.next()) * mean;
}

export function pick<One>(random: Random, list: readonly One[], weightOf: (one: One) => number): One | undefined {
  let left = random.next() * list.reduce((sum, one) => sum + weightOf(one), 0);
  for (const one of list) {
    left -= weightOf(one);
    if (left < 0) return one;
  }
  return list.at(-1);
}
