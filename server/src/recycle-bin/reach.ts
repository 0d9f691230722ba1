import type { BinnedKind } from '@fournil/contract/recycle-bin/recycleBin';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { seenBy, tableOf } from '../rights/index.ts';
import { withBin } from './withBin.ts';

/**
 * The entries that this person may see: those of records that they deleted themselves, and of records that they would
 * see if they still existed. To be used within `withBin`, where deleted rows are visible.
 */
export function inReach(member: Member, kinds: readonly BinnedKind[]): RawBuilder<boolean> {
  const ofKinds = kinds.map(
    (kind) => sql`("recycleBin".entity = ${kind} and ("recycleBin"."deletedById" = ${member.userId}
      or "recycleBin".id in (select id from ${sql.table(tableOf(kind))}
        where ${seenBy(member, kind)} and "deletedAt" is not null)))`,
  );
  return ofKinds.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ofKinds, sql` or `)})`;
}

export async function isInReach(
  trx: Trx,
  member: Member,
  { id, entity }: { id: string; entity: BinnedKind },
): Promise<boolean> {
  const row = await withBin(trx, () =>
    trx
      .selectFrom('recycleBin')
      .select('id')
      .where('id', '=', id)
      .where(inReach(member, [entity]))
      .executeTakeFirst(),
  );
  return row !== undefined;
}
