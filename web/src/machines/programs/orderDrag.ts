/** The place of a row that has been pulled this far: as many others have their middle above its own. */
export function placeOf(middles: readonly number[], from: number, pulled: number): number {
  const own = (middles[from] ?? 0) + pulled;
  return middles.filter((middle, index) => index !== from && middle < own).length;
}

/** Which way a row makes room: one place up (-1), down (1), or not at all. */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  return index < from && index >= to ? 1 : 0;
}
