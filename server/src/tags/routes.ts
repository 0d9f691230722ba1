import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { personFilters, personView, programTagging } from '@fournil/contract/structures/structure';
import { tagDetail, tagInput, tagLimits, tagUpdate, tagView } from '@fournil/contract/tags/tag';
import { tagQuery } from '@fournil/contract/tags/tagQuery';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { listPeople } from '../structures/index.ts';
import { createTag, editTag, editTagging } from './actions.ts';
import { deleteTag, restoreTag } from './dropTag.ts';
import { findTag, listTags } from './queries.ts';

const peopleQuery = listQuery({ filters: personFilters, itemsPerPage: tagLimits.listPageSize });
const one = { params: idParams, response: { 200: tagDetail } };

export function tagRoutes(app: App, house: House): void {
  app.get(
    '/tags',
    { config: { allow: 'tags.list' }, schema: { querystring: tagQuery, response: { 200: collection(tagView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listTags(trx, member, request.query));
      return envelope(request, 'Tag', found);
    },
  );

  app.get(
    '/tags/people',
    {
      config: { allow: 'tags.relate' },
      schema: { querystring: peopleQuery, response: { 200: collection(personView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listPeople(house, trx, member, request.query));
      return envelope(request, 'User', found);
    },
  );

  app.get('/tags/:id', { config: { allow: 'tags.show' }, schema: one }, async (request, reply) => {
    const member = memberOf(callerOf(request));
    const tag = await house.db.read(scopeOf(member), (trx) => findTag(trx, member, request.params.id));
    if (!tag) throw notFound();
    return withVersion(reply, tag);
  });

  app.post(
    '/tags',
    { config: { allow: 'tags.create' }, schema: { body: tagInput, response: { 201: tagDetail } } },
    async (request, reply) => {
      const tag = await createTag(house, memberOf(callerOf(request)), request.body);
      return withAddress(reply, tag);
    },
  );

  app.put(
    '/tags/:id',
    { config: { allow: 'tags.edit', takesRecord: true }, schema: { ...one, body: tagUpdate } },
    async (request, reply) => {
      const tag = await editTag(house, memberOf(callerOf(request)), request.params.id, request.body, ifMatch(request));
      return withVersion(reply, tag);
    },
  );

  app.put(
    '/tags/:id/programs',
    { config: { allow: 'tags.assign' }, schema: { ...one, body: programTagging } },
    (request) => editTagging(house, memberOf(callerOf(request)), request.params.id, request.body),
  );

  app.delete(
    '/tags/:id',
    { config: { allow: 'tags.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteTag(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/tags/:id/restore',
    { config: { allow: 'tags.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreTag(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
