import { relateToTag } from '../tags/index.ts';
import { changeUser } from '../users/index.ts';
import type { Outcome, RowWork } from './outcome.ts';

/** USR-08: enables or disables one user. Sessions end with the chunk, which cannot be reversed, so there is no undo. */
export async function switchUser(at: RowWork, id: string, active: boolean): Promise<Outcome> {
  return { changed: await changeUser(at, id, { active }) };
}

/** One person, several tags. */
export async function taggingUser(
  at: RowWork,
  id: string,
  tags: readonly string[],
  isRelating: boolean,
): Promise<Outcome> {
  const touched: string[] = [];
  for (const tag of tags) if ((await relateToTag(at, tag, [id], isRelating)).length > 0) touched.push(tag);
  if (touched.length === 0) return { changed: false };
  return { changed: true, undo: { verb: isRelating ? 'users.untag' : 'users.tag', args: { tags: touched } } };
}

/** One tag, several people. */
export async function relatingToTag(
  at: RowWork,
  id: string,
  users: readonly string[],
  isRelating: boolean,
): Promise<Outcome> {
  const touched = await relateToTag(at, id, users, isRelating);
  if (touched.length === 0) return { changed: false };
  return { changed: true, undo: { verb: isRelating ? 'tags.unrelate' : 'tags.relate', args: { users: touched } } };
}
