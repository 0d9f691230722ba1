import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';

/**
 * PRG-03: whether a member may read the name of one of these deleted programs. The name of a program that was not
 * approved when it was deleted stays hidden from all but its author and those who may see such programs.
 */
export async function namesOfGonePrograms(
  trx: Trx,
  ids: readonly string[],
): Promise<(member: Member, id: string) => boolean> {
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('historyEvents')
          .select(['originId', 'type', 'actorId'])
          .where('entity', '=', 'program')
          .where('type', 'in', ['approval', 'disapproval', 'creation', 'import'])
          .where(sql<boolean>`"originId" = any(${ids}::uuid[])`)
          .orderBy('at')
          .orderBy('id')
          .execute();
  const events = Map.groupBy(rows, ({ originId }) => originId);
  return (member, id) => {
    if (can(member, 'programs.seeUnapproved')) return true;
    const ofProgram = events.get(id) ?? [];
    const isAuthor = ofProgram.some(
      ({ type, actorId }) => (type === 'creation' || type === 'import') && actorId === member.userId,
    );
    const decision = ofProgram.findLast(({ type }) => type === 'approval' || type === 'disapproval');
    return isAuthor || decision?.type === 'approval';
  };
}
