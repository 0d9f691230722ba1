import { heatSpans, type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';

/** A period on the time axis, in seconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** The differences between two programs on their common time axis. */
export interface Differences {
  preheat: boolean;
  heat: Stretch[];
  fan: Stretch[];
  damper: Stretch[];
  /** The times of steam injections that differ, in seconds. */
  steam: number[];
  /** The times at which only one of the two rings, in seconds. */
  rings: number[];
}

export function differencesBetween(left: ProgramSettings, right: ProgramSettings): Differences {
  const both = (read: (settings: ProgramSettings) => Stepwise) => unlike(read(left), read(right));
  return {
    preheat: left.preheatTemperatureCelsius !== right.preheatTemperatureCelsius,
    heat: both(heatOver),
    fan: both(fanOver),
    damper: both(damperOver),
    steam: onlyInOne(puffsOf(left), puffsOf(right)),
    rings: onlyInOne(ringsOf(left), ringsOf(right)),
  };
}

/** A value for a period; null where a program has none. */
interface Stepwise {
  moments: number[];
  at: (seconds: number) => number | null;
}

function heatOver(settings: ProgramSettings): Stepwise {
  const spans = heatSpans(settings);
  return {
    moments: [0, ...spans.map((span) => span.toSeconds)],
    at: (seconds) =>
      spans.find((span) => seconds >= span.fromSeconds && seconds < span.toSeconds)?.temperatureCelsius ?? null,
  };
}

function fanOver(settings: ProgramSettings): Stepwise {
  const total = totalSeconds(settings);
  return {
    moments: [0, total, ...settings.fan.map((phase) => phase.startSeconds)],
    at: (seconds) =>
      seconds < total ? (settings.fan.findLast((phase) => phase.startSeconds <= seconds)?.speedPercent ?? null) : null,
  };
}

function damperOver({ damper }: ProgramSettings): Stepwise {
  const ends = damper.map(({ startSeconds, durationSeconds }) => ({
    from: startSeconds,
    to: startSeconds + durationSeconds,
  }));
  return {
    moments: [0, ...ends.flatMap(({ from, to }) => [from, to])],
    at: (seconds) => (ends.some(({ from, to }) => seconds >= from && seconds < to) ? 1 : null),
  };
}

function unlike(left: Stepwise, right: Stepwise): Stretch[] {
  const moments = [...new Set([...left.moments, ...right.moments])].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const [index, from] of moments.entries()) {
    const to = moments[index + 1];
    if (to === undefined || left.at(from) === right.at(from)) continue;
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

function puffsOf({ steam }: ProgramSettings): Map<number, string> {
  return new Map(steam.map(({ startSeconds, volumeCentilitres }) => [startSeconds, String(volumeCentilitres)]));
}

function ringsOf(settings: ProgramSettings): Map<number, string> {
  const ringing = heatSpans(settings).filter((span) => span.notification);
  return new Map(ringing.map((span) => [span.toSeconds, 'rings']));
}

function onlyInOne(left: Map<number, string>, right: Map<number, string>): number[] {
  const moments = [...new Set([...left.keys(), ...right.keys()])];
  return moments.filter((at) => left.get(at) !== right.get(at)).sort((a, b) => a - b);
}

/** Entries that belong together, by their index on each side; null where a side has none. */
export interface Pair {
  left: number | null;
  right: number | null;
}

/**
 * Equal entries are paired in their order (longest common subsequence), those between them one by one, so that an
 * inserted step shifts no other pair.
 */
export function pairsOf<Entry>(left: readonly Entry[], right: readonly Entry[]): Pair[] {
  const isEqual = (a: number, b: number) => JSON.stringify(left[a]) === JSON.stringify(right[b]);
  const longest = commonLengths(left.length, right.length, isEqual);
  const pairs: Pair[] = [];
  let [a, b] = [0, 0];
  let open = { left: [] as number[], right: [] as number[] };
  const close = () => {
    const count = Math.max(open.left.length, open.right.length);
    for (let index = 0; index < count; index += 1)
      pairs.push({ left: open.left[index] ?? null, right: open.right[index] ?? null });
    open = { left: [], right: [] };
  };
  while (a < left.length || b < right.length) {
    if (a < left.length && b < right.length && isEqual(a, b)) {
      close();
      pairs.push({ left: a++, right: b++ });
    } else if (b >= right.length || (a < left.length && (longest[a + 1]?.[b] ?? 0) >= (longest[a]?.[b + 1] ?? 0))) {
      open.left.push(a++);
    } else {
      open.right.push(b++);
    }
  }
  close();
  return pairs;
}

/** The length of the longest common subsequence from the entries `a` and `b` on. */
function commonLengths(lefts: number, rights: number, isEqual: (a: number, b: number) => boolean): number[][] {
  const lengths = Array.from({ length: lefts + 1 }, () => Array<number>(rights + 1).fill(0));
  for (let a = lefts - 1; a >= 0; a -= 1) {
    for (let b = rights - 1; b >= 0; b -= 1) {
      const row = lengths[a] ?? [];
      row[b] = isEqual(a, b) ? 1 + (lengths[a + 1]?.[b + 1] ?? 0) : Math.max(lengths[a + 1]?.[b] ?? 0, row[b + 1] ?? 0);
    }
  }
  return lengths;
}
