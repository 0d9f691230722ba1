/** An answer as it was received, and its tag. */
export interface KeptAnswer {
  tag: string;
  text: string;
}

const most = 30;
const longestCharacters = 300_000;
/** By what was asked; the one that was used last stands at the end. In memory only, as long as the page is open. */
const kept = new Map<string, KeptAnswer>();
let keptFor: string | null = null;

/** SCL-05: the newest answer to this question, so that the server does not send it again while nothing changes. */
export function keptAnswer(token: string | null, asked: string): KeptAnswer | undefined {
  if (token !== keptFor) kept.clear();
  keptFor = token;
  const known = kept.get(asked);
  if (known) {
    kept.delete(asked);
    kept.set(asked, known);
  }
  return known;
}

/** Keeps an answer of content with a weak tag; a strong one is the version of a record. */
export function keepAnswer(token: string | null, asked: string, tag: string, text: string): void {
  // A late answer to the previous session is not kept for the present one.
  if (token !== keptFor || text.length > longestCharacters) return;
  kept.delete(asked);
  kept.set(asked, { tag, text });
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
