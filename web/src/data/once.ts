import { v4 } from 'uuid';

/** The time in which an equal write counts as a repetition: a double click, or one before the next page is shown. */
const sameForMilliseconds = 1000;

interface Write {
  what: string;
  answer: Promise<unknown>;
  endedAtMilliseconds: number | null;
}
let last: Write | null = null;
/** The last write that got no answer, with its key; it is unknown whether it arrived. */
let unanswered: { what: string; key: string } | null = null;

/**
 * Sends two equal writes in a row only once, while the first is pending and shortly after it succeeded; both get the
 * same answer. A refused write can be repeated at once. A write without an answer is repeated with the same key, so
 * that the server does it once (SEC-08).
 */
export function once<Answer>(
  what: string,
  write: (key: string) => Promise<Answer>,
  wasAnswered: (error: unknown) => boolean,
): Promise<Answer> {
  if (
    last?.what === what &&
    (last.endedAtMilliseconds === null || performance.now() - last.endedAtMilliseconds < sameForMilliseconds)
  )
    return last.answer as Promise<Answer>;
  const key = unanswered?.what === what ? unanswered.key : v4();
  const mine: Write = { what, answer: write(key), endedAtMilliseconds: null };
  last = mine;
  mine.answer.then(
    () => {
      mine.endedAtMilliseconds = performance.now();
      unanswered = null;
    },
    (error: unknown) => {
      if (last === mine) last = null;
      unanswered = wasAnswered(error) ? null : { what, key };
    },
  );
  return mine.answer as Promise<Answer>;
}

/** Called after a different write: an equal write is then no repetition. */
export function forgetLastWrite(): void {
  last = null;
  unanswered = null;
}
