import { programLimits } from '@fournil/contract/programs/program';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden, refuseUnknown, unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { visiblePrograms } from '../rights/index.ts';
import { checkTags } from './programRows.ts';

interface Tagging {
  programs: readonly string[];
  add: readonly string[];
  remove: readonly string[];
  /** The path of a refused program in the caller's input. */
  path?: string;
}

/**
 * TAG-02: adds and removes these tags of these programs, in the caller's transaction. 422 for a program or tag that the
 * member does not see, and for a program that would have more than five tags; then nothing is changed. Returns the ids
 * of the programs that changed.
 */
export async function tagPrograms(
  context: CallContext,
  { programs, add, remove, path = 'programs' }: Tagging,
): Promise<string[]> {
  const { trx, caller: member } = context;
  if (programs.length === 0) return [];
  if (!can(member, 'tags.assign')) throw forbidden();
  await checkTags(trx, member, add);
  const programNames = await lockPrograms(trx, member, programs, path);
  const before = await trx
    .selectFrom('programTags')
    .select(['programId', 'tagId'])
    .where('programId', 'in', [...programNames.keys()])
    .execute();
  const addedPairs: { programId: string; tagId: string }[] = [];
  const removed = before.filter(({ tagId }) => remove.includes(tagId));
  for (const [index, programId] of programs.entries()) {
    const now = before.filter((row) => row.programId === programId).map((row) => row.tagId);
    const newTagIds = add.filter((tagId) => !now.includes(tagId));
    const stay = now.filter((tagId) => !remove.includes(tagId));
    if (newTagIds.length > 0 && stay.length + newTagIds.length > programLimits.tags) {
      throw unprocessable({
        path: `${path}.${index}`,
        key: 'custom.validation.maxItems',
        args: { max: programLimits.tags },
      });
    }
    addedPairs.push(...newTagIds.map((tagId) => ({ programId, tagId })));
  }
  const changed = [...new Set([...addedPairs, ...removed].map((row) => row.programId))];
  if (changed.length === 0) return [];
  await write(context, addedPairs, removed, changed);
  await record(
    trx,
    member,
    ...changed.map(
      (id): Event => ({
        type: 'update',
        origin: { entity: 'program', id, name: programNames.get(id) ?? '' },
        fields: ['tags'],
      }),
    ),
  );
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'programs', op: 'update', ids: changed });
  return changed;
}

/** Locks the programs until the end of the transaction, so that no sixth tag is added between count and insertion. */
async function lockPrograms(
  trx: Trx,
  member: Member,
  ids: readonly string[],
  path: string,
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('programs')
    .select(['id', 'name'])
    .where(visiblePrograms(member))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.name]));
  refuseUnknown(ids, known.keys(), path);
  return known;
}

type Pair = { programId: string; tagId: string };

async function write(context: CallContext, addedPairs: Pair[], removed: Pair[], changed: string[]): Promise<void> {
  const { trx, caller: member } = context;
  for (const { programId, tagId } of removed)
    await trx.deleteFrom('programTags').where('programId', '=', programId).where('tagId', '=', tagId).execute();
  const rows = addedPairs.map((pair) => ({ ...pair, organisationId: member.organisationId }));
  if (rows.length > 0) await trx.insertInto('programTags').values(rows).execute();
  await trx
    .updateTable('programs')
    .set({ updatedAt: context.now(), version: sql`version + 1` })
    .where('id', 'in', changed)
    .execute();
}
