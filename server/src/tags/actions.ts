import { can } from '@fournil/contract/rights/policy';
import type { Additions } from '@fournil/contract/structures/structure';
import type { TagDetail, TagInput, TagUpdate } from '@fournil/contract/tags/tag';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { tagPrograms } from '../programs/index.ts';
import { addRecord, changeRecord, lockRecord, removeRecord, restoreRecord } from '../resources/index.ts';
import { requireTag } from '../rights/index.ts';
import { assign } from './people.ts';
import { findTag } from './queries.ts';
import { tagResource } from './resource.ts';

export async function createTag(context: CallContext, { relatedUsers = [], ...fields }: TagInput) {
  const id = await addRecord(context, tagResource, fields);
  if (relatedUsers.length > 0) await editTag(context, id, { relatedUsers });
  return findTag(context, id);
}

/** TAG-01: changes only the fields sent. */
export async function editTag(context: CallContext, id: string, { relatedUsers, ...fields }: TagUpdate) {
  const before = await lockRecord(context, tagResource, id);
  if (relatedUsers && !can(context.caller, 'tags.relate')) throw forbidden();
  const related = relatedUsers && (await assign(context, id, relatedUsers, 'only', 'relatedUsers'));
  await changeRecord(context, tagResource, before, fields, related?.changes);
  return findTag(context, id);
}

/** TAG-02: PUT `tags/{id}/programs`. */
export async function editTagging(
  context: CallContext,
  id: string,
  { add, remove }: Additions,
): Promise<TagDetail | undefined> {
  const { trx, caller } = context;
  await requireTag(trx, caller, id);
  const changed = [
    ...(await tagPrograms(context, {
      programs: remove,
      add: [],
      remove: [id],
      path: 'remove',
    })),
    ...(await tagPrograms(context, { programs: add, add: [id], remove: [], path: 'add' })),
  ];
  const { organisationId } = caller;
  if (changed.length > 0) await notifyLive(trx, { organisationId, resource: 'tags', op: 'update', ids: [id] });
  return findTag(context, id);
}

/** AUD-03: into the recycle bin, with its relations to programs and people. */
export async function dropTag(context: CallContext, id: string): Promise<void> {
  await removeRecord(context, tagResource, await lockRecord(context, tagResource, id));
  await tellPrograms(context, id);
}

export async function restoreTag(context: CallContext, id: string): Promise<void> {
  await restoreRecord(context, tagResource, id);
  await tellPrograms(context, id);
}

/** Tells open pages that the programs with this tag show it, or do not any more. */
async function tellPrograms({ trx, caller }: CallContext, tagId: string): Promise<void> {
  const rows = await trx.selectFrom('programTags').select('programId').where('tagId', '=', tagId).execute();
  const ids = rows.map(({ programId }) => programId);
  await notifyLive(trx, { organisationId: caller.organisationId, resource: 'programs', op: 'update', ids });
}
