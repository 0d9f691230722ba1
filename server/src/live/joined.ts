import type { LiveNote } from '../kit/notifyLive.ts';

/**
 * The list of changes with one more. If the last one of its resource has the same content for other objects, its ids
 * are added there, so that the changes of one resource keep their order, and an object that changes twice is sent
 * once.
 */
export function joined(notes: readonly LiveNote[], next: LiveNote): LiveNote[] {
  const index = notes.findLastIndex(({ resource }) => resource === next.resource);
  const last = notes[index];
  if (!last || last.op !== next.op || Boolean(last.moving) !== Boolean(next.moving)) return [...notes, next];
  // Where an object changes twice, the first one is what people have seen.
  const was = last.was || next.was ? { was: { ...next.was, ...last.was } } : {};
  return notes.with(index, { ...last, ...was, ids: [...new Set([...last.ids, ...next.ids])] });
}
