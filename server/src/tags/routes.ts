import { collection } from '@fournil/contract/kit/hydra';
import { tagFilters, tagInput, tagLimits, tagOrder, tagView } from '@fournil/contract/tags/tag';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { createTag } from './actions.ts';
import { listTags } from './queries.ts';

export function tagRoutes(app: App, house: House): void {
  app.get('/tags', { config: { allow: 'tags.list' }, schema: { response: { 200: collection(tagView) } } }, async (request) => {
    const member = memberOf(callerOf(request));
    const list = readList(request.query as Record<string, unknown>, tagFilters, tagOrder, { itemsPerPage: tagLimits.listPageSize });
    const { items, total } = await house.db.as(scopeOf(member), (trx) => listTags(trx, member, list));
    return envelope(request.url, 'Tag', items, total, list);
  });

  app.post('/tags', { config: { allow: 'tags.create' }, schema: { body: tagInput, response: { 201: tagView } } }, async (request, reply) => {
    const tag = await createTag(house, memberOf(callerOf(request)), request.body);
    return reply.code(201).header('Location', tag['@id']).send(tag);
  });
}
