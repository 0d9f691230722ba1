import type { TagInput } from '@fournil/contract/tags/tag';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../live/notify.ts';
import { findTag } from './queries.ts';

export function createTag(house: House, member: Member, input: TagInput) {
  return house.db.as(scopeOf(member), async (trx) => {
    const id = newId();
    await trx
      .insertInto('tags')
      .values({ id, organisationId: member.organisationId, ...input })
      .execute();
    await record(trx, member, { type: 'creation', origin: { entity: 'tag', id, name: input.name } });
    await notifyLive(trx, { organisationId: member.organisationId, resource: 'tags', op: 'create', ids: [id] });
    const tag = await findTag(trx, member, id);
    if (!tag) throw notFound();
    return tag;
  });
}
