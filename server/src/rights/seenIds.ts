import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import {
  seesEveryMachine,
  seesEveryProgram,
  seesEveryStructure,
  visibleMachines,
  visibleMenus,
  visiblePrograms,
  visibleStructures,
} from './visible.ts';
import { visibilityClassOf } from './visibleCounts.ts';

/** Tables of which people may see only some rows. */
export type SeenTable = 'machines' | 'programs' | 'menus' | 'structures';

interface Rule {
  seesEvery: (member: Member) => boolean;
  visible: (member: Member, reader: RawBuilder<string>) => RawBuilder<boolean>;
}
const rules: Record<SeenTable, Rule> = {
  machines: { seesEvery: seesEveryMachine, visible: visibleMachines },
  programs: { seesEvery: seesEveryProgram, visible: visiblePrograms },
  menus: { seesEvery: seesEveryProgram, visible: visibleMenus },
  structures: { seesEvery: seesEveryStructure, visible: visibleStructures },
};

/** Whether some rows of this table may be hidden from this person. */
export function isLimited(table: SeenTable, member: Member): boolean {
  return !rules[table].seesEvery(member);
}

/**
 * The rows, of these, that each of these members of one organisation sees, by user id. One query for all members with
 * the same conditions; none for members who see everything, who get all ids.
 */
export async function seenIds(
  trx: Trx,
  table: SeenTable,
  members: readonly Member[],
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { visible } = rules[table];
  const seenByKind = new Map<string, ReadonlySet<string>>();
  const limited: Member[] = [];
  for (const member of members) {
    if (isLimited(table, member)) limited.push(member);
    else seenByKind.set(member.userId, new Set(ids));
  }
  if (ids.length === 0) return seenByKind;
  const groups = [...Map.groupBy(limited, visibilityClassOf).values()];
  const answers = await Promise.all(
    groups.map(([like, ...others]) =>
      like ? ask(trx, table, [like, ...others], visible(like, sql`reader.id`), ids) : [],
    ),
  );
  for (const { userId, ids: theirs } of answers.flat()) seenByKind.set(userId, new Set(theirs));
  return seenByKind;
}

async function ask(
  trx: Trx,
  table: SeenTable,
  members: readonly Member[],
  isVisible: RawBuilder<boolean>,
  ids: readonly string[],
) {
  const { rows } = await sql<{ userId: string; ids: string[] }>`
    select reader.id as "userId", seen.ids
    from unnest(${members.map(({ userId }) => userId)}::uuid[]) reader(id) cross join lateral (
      select array_agg(id) as ids from ${sql.table(table)} where id = any(${[...ids]}::uuid[]) and ${isVisible}
    ) seen where seen.ids is not null`.execute(trx);
  return rows;
}
