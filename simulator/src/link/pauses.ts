/** How long an oven waits after a failure: at first, and after many. */
interface Pauses {
  firstMilliseconds: number;
  longestMilliseconds: number;
  /** The factor from one pause to the next. */
  growth: number;
}

export const betweenPairings: Pauses = { firstMilliseconds: 3000, longestMilliseconds: 30_000, growth: 1.4 };
export const betweenConnections: Pauses = { firstMilliseconds: 1000, longestMilliseconds: 30_000, growth: 2 };

/** The broker has refused the oven so often that it waits for longer, and tries to pair again. */
export const manyRefusals = { count: 10, pauseMilliseconds: 60_000 };

/** The pause after another failure; `present` is the last one, 0 when there was none. */
export function longerPause(present: number, { firstMilliseconds, longestMilliseconds, growth }: Pauses): number {
  return Math.min(longestMilliseconds, Math.max(firstMilliseconds, present * growth));
}
