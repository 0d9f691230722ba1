import type { LiveNote } from '../kit/notifyLive.ts';

/**
 * The notes with one more. Where the last of its resource says the same of other objects, that one takes its ids in:
 * what a reader hears of one resource keeps its order, and what changes twice is told once, as it is by then.
 */
export function joined(notes: readonly LiveNote[], next: LiveNote): LiveNote[] {
  const index = notes.findLastIndex(({ resource }) => resource === next.resource);
  const last = notes[index];
  if (!last || last.op !== next.op || Boolean(last.moving) !== Boolean(next.moving)) return [...notes, next];
  return notes.with(index, { ...last, ids: [...new Set([...last.ids, ...next.ids])] });
}
