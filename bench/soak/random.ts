/** Mulberry32: the same seed gives the same soak. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (count: number) => Math.floor(next() * count),
    chance: (share: number) => next() < share,
    oneOf: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
    between: (from: number, to: number) => from + next() * (to - from),
  };
}
export type Random = ReturnType<typeof randomOf>;
