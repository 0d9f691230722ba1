/** The position of a row dragged this far: the number of rows whose middle is above its own. */
export function placeOf(middles: readonly number[], from: number, pulled: number): number {
  const own = (middles[from] ?? 0) + pulled;
  return middles.filter((middle, index) => index !== from && middle < own).length;
}

/** The number of positions by which a row moves to make room: one up (-1), one down (1), or none (0). */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  return index < from && index >= to ? 1 : 0;
}
