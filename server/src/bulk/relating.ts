import { relateUsers } from '../structures/index.ts';
import type { Outcome, RowWork } from './outcome.ts';

/**
 * Assigns these users to each of these structures, or removes them; `rows` says which of the two are the run's rows.
 */
export async function relating(
  at: RowWork,
  structures: readonly string[],
  users: readonly string[],
  isRelating: boolean,
  rows: 'structures' | 'users',
): Promise<Outcome> {
  const touched: { structure: string; users: string[] }[] = [];
  for (const structure of structures) {
    const change = isRelating ? { add: [...users], remove: [] } : { add: [], remove: [...users] };
    const changed = await relateUsers(at, structure, change);
    if (changed.length > 0) touched.push({ structure, users: changed });
  }
  if (touched.length === 0) return { changed: false };
  const others =
    rows === 'structures'
      ? { users: touched.flatMap((one) => one.users) }
      : { structures: touched.map((one) => one.structure) };
  return { changed: true, undo: { verb: `${rows}.${isRelating ? 'unrelate' : 'relate'}`, args: others } };
}
