import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import type { Additions } from '@fournil/contract/structures/structure';
import type { TagDetail, TagInput, TagUpdate } from '@fournil/contract/tags/tag';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import { changesBetween, record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { forbidden, notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import { tagPrograms } from '../programs/index.ts';
import { requireTag } from '../rights/index.ts';
import { usersNamed } from '../structures/index.ts';
import { findTag, relatedNames } from './queries.ts';

export function createTag(house: House, member: Member, { relatedUsers = [], ...input }: TagInput): Promise<TagDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    const id = await makeTag(trx, member, input);
    if (relatedUsers.length > 0) {
      const made = await trx.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await change(house, trx, member, made, { relatedUsers });
    }
    return reread(trx, member, id);
  });
}

/** The same within a transaction; returns the id. */
export async function makeTag(trx: Trx, member: Member, input: Omit<TagInput, 'relatedUsers'>): Promise<string> {
  const id = newId();
  await trx
    .insertInto('tags')
    .values({ id, organisationId: member.organisationId, ...input })
    .execute();
  await record(trx, member, { type: 'creation', origin: { entity: 'tag', id, name: input.name } });
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'tags', op: 'create', ids: [id] });
  return id;
}

/** TAG-01: changes only the fields sent. */
export function editTag(
  house: House,
  member: Member,
  id: string,
  update: TagUpdate,
  expectedVersion: ExpectedVersion,
): Promise<TagDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    await requireTag(trx, member, id);
    const before = await trx.selectFrom('tags').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    if (!before) throw notFound();
    refuseStale(expectedVersion, before);
    await change(house, trx, member, before, update);
    return reread(trx, member, id);
  });
}

async function change(
  house: House,
  trx: Trx,
  member: Member,
  before: Selectable<Tables['tags']>,
  update: TagUpdate,
): Promise<void> {
  const { id } = before;
  const name = update.name ?? before.name;
  const description = update.description === undefined ? before.description : update.description;
  const related = update.relatedUsers && (await setRelated(trx, member, id, update.relatedUsers));
  const fields = [
    ...(name === before.name ? [] : ['name']),
    ...(description === before.description ? [] : ['description']),
    ...(related ? ['relatedUsers'] : []),
  ];
  if (fields.length === 0) return;
  await trx
    .updateTable('tags')
    .set({ name, description, updatedAt: house.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  const changes = [...changesBetween(before, { name, description }), ...(related ? [related] : [])];
  await record(trx, member, { type: 'update', origin: { entity: 'tag', id, name }, fields, changes });
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'tags', op: 'update', ids: [id] });
}

/** What changed, for the history; null where nothing did. */
async function setRelated(
  trx: Trx,
  member: Member,
  tagId: string,
  wanted: readonly string[],
): Promise<HistoryChange | null> {
  if (!can(member, 'tags.relate')) throw forbidden();
  const before = await relatedNames(trx, tagId);
  const known = [...(await usersNamed(trx, member, wanted, 'relatedUsers')).keys()];
  const rows = await trx.selectFrom('tagUsers').select('userId').where('tagId', '=', tagId).execute();
  const now = rows.map((row) => row.userId);
  const fresh = known.filter((userId) => !now.includes(userId));
  const gone = now.filter((userId) => !known.includes(userId));
  if (gone.length > 0)
    await trx.deleteFrom('tagUsers').where('tagId', '=', tagId).where('userId', 'in', gone).execute();
  if (fresh.length > 0) {
    const { organisationId } = member;
    await trx
      .insertInto('tagUsers')
      .values(fresh.map((userId) => ({ tagId, userId, organisationId })))
      .execute();
  }
  if (fresh.length + gone.length === 0) return null;
  return { field: 'relatedUsers', before, after: await relatedNames(trx, tagId) };
}

/** TAG-02: PUT `tags/{id}/programs`. */
export function editTagging(house: House, member: Member, id: string, { add, remove }: Additions): Promise<TagDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    await requireTag(trx, member, id);
    const { organisationId } = member;
    const changed = [
      ...(await tagPrograms(house, trx, member, { programs: remove, add: [], remove: [id], path: 'remove' })),
      ...(await tagPrograms(house, trx, member, { programs: add, add: [id], remove: [], path: 'add' })),
    ];
    if (changed.length > 0) await notifyLive(trx, { organisationId, resource: 'tags', op: 'update', ids: [id] });
    return reread(trx, member, id);
  });
}

async function reread(trx: Trx, member: Member, id: string): Promise<TagDetail> {
  const tag = await findTag(trx, member, id);
  if (!tag) throw notFound();
  return tag;
}
