/** As long as the same may be meant when the same is sent again: a double click, and the page that follows slowly. */
const sameForMilliseconds = 1000;

interface Write {
  key: string;
  answer: Promise<unknown>;
  endedAtMilliseconds: number | null;
}
let last: Write | null = null;

/**
 * Makes one write of two in a row that say the same, while the first is under way and shortly after it succeeded; both are
 * answered alike. What was refused may be tried again at once.
 */
export function once<Answer>(key: string, write: () => Promise<Answer>): Promise<Answer> {
  if (last?.key === key && (last.endedAtMilliseconds === null || performance.now() - last.endedAtMilliseconds < sameForMilliseconds))
    return last.answer as Promise<Answer>;
  const mine: Write = { key, answer: write(), endedAtMilliseconds: null };
  last = mine;
  mine.answer.then(
    () => {
      mine.endedAtMilliseconds = performance.now();
    },
    () => {
      if (last === mine) last = null;
    },
  );
  return mine.answer as Promise<Answer>;
}

/** Something else has been written: from here on the same again is meant. */
export function forgetLastWrite(): void {
  last = null;
}
