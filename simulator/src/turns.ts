/** Does this work as soon as fewer than a fixed number are being done. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** At most `count` works at once; the others wait in the order in which they came. */
export function openTurns(count: number): InTurn {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const begin = waiting.shift();
      if (begin) begin();
      else free += 1;
    }
  };
}
