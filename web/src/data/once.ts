/** The time in which an equal write counts as a repetition: a double click, or one before the next page is shown. */
const sameForMilliseconds = 1000;

interface Write {
  what: string;
  answer: Promise<unknown>;
  endedAtMilliseconds: number | null;
}
let last: Write | null = null;
/** What was sent last without an answer, with its key: nobody knows whether it arrived. */
let unanswered: { what: string; key: string } | null = null;

/**
 * Makes one write of two in a row that say the same, while the first is under way and shortly after it succeeded; both
 * are answered alike. What was refused may be tried again at once. What was never answered goes out with its former key
 * when it is tried again, so that the server does it once (SEC-08).
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
  const key = unanswered?.what === what ? unanswered.key : newKey();
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

/** Something else has been written: an equal write is no repetition from here on. */
export function forgetLastWrite(): void {
  last = null;
  unanswered = null;
}

/** `randomUUID` is there on secure pages only, this everywhere. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
