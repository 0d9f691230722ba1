import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { can } from '@fournil/contract/rights/policy';
import {
  deletionQuery,
  deletionView,
  machinePlacement,
  personFilters,
  personView,
  structureDetail,
  structureInput,
  structureUpdate,
  structureView,
  userRelation,
} from '@fournil/contract/structures/structure';
import { structureQuery } from '@fournil/contract/structures/structureQuery';
import { z } from 'zod';
import { type Member, memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { forbidden, notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { createStructure } from './createStructure.ts';
import { deleteStructure, previewDeletion } from './deleteStructure.ts';
import { findStructure } from './detail.ts';
import { editStructure } from './editStructure.ts';
import { listPeople } from './listPeople.ts';
import { editPlacement } from './placement.ts';
import { listStructures } from './queries.ts';
import { editRelations } from './relateUsers.ts';
import { restoreStructure } from './restoreStructure.ts';

const peopleQuery = listQuery({ filters: personFilters, itemsPerPage: 30 });
const one = { params: idParams, response: { 200: structureDetail } };

export function structureRoutes(app: App, house: House): void {
  app.get(
    '/structures',
    {
      config: { allow: 'structures.list' },
      schema: { querystring: structureQuery, response: { 200: collection(structureView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      checkRelatedUser(member, request.query.filters.relatedUser);
      const found = await house.db.read(scopeOf(member), (trx) => listStructures(trx, member, request.query));
      return envelope(request, 'Structure', found);
    },
  );

  app.get(
    '/structures/people',
    {
      config: { allow: 'structures.edit' },
      schema: { querystring: peopleQuery, response: { 200: collection(personView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) =>
        listPeople(contextOf(house, trx, member), request.query),
      );
      return envelope(request, 'User', found);
    },
  );

  app.get('/structures/:id', { config: { allow: 'structures.show' }, schema: one }, async (request, reply) => {
    const member = memberOf(callerOf(request));
    const structure = await house.db.read(scopeOf(member), (trx) => findStructure(trx, member, request.params.id));
    if (!structure) throw notFound();
    return withVersion(reply, structure);
  });

  app.post(
    '/structures',
    { config: { allow: 'structures.create' }, schema: { body: structureInput, response: { 201: structureDetail } } },
    async (request, reply) =>
      withAddress(reply, await createStructure(house, memberOf(callerOf(request)), request.body)),
  );

  app.put(
    '/structures/:id',
    { config: { allow: 'structures.edit', takesRecord: true }, schema: { ...one, body: structureUpdate } },
    async (request, reply) => {
      const structure = await editStructure(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.body,
        ifMatch(request),
      );
      return withVersion(reply, structure);
    },
  );

  app.put(
    '/structures/:id/machines',
    { config: { allow: 'structures.addMachine' }, schema: { ...one, body: machinePlacement } },
    (request) => editPlacement(house, memberOf(callerOf(request)), request.params.id, request.body),
  );

  app.put(
    '/structures/:id/users',
    { config: { allow: 'structures.relate' }, schema: { ...one, body: userRelation } },
    (request) => editRelations(house, memberOf(callerOf(request)), request.params.id, request.body),
  );

  deletionRoutes(app, house);
}

function deletionRoutes(app: App, house: House): void {
  app.get(
    '/structures/:id/deletion',
    { config: { allow: 'structures.delete' }, schema: { params: idParams, response: { 200: deletionView } } },
    (request) => previewDeletion(house, memberOf(callerOf(request)), request.params.id),
  );

  app.delete(
    '/structures/:id',
    {
      config: { allow: 'structures.delete' },
      schema: { params: idParams, querystring: deletionQuery, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteStructure(house, memberOf(callerOf(request)), request.params.id, request.query, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/structures/:id/restore',
    { config: { allow: 'structures.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreStructure(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** Assigned users are listed for readers who may edit structures; others see only themselves. */
function checkRelatedUser(member: Member, userId: string | undefined): void {
  if (userId !== undefined && userId !== member.userId && !can(member, 'structures.edit')) throw forbidden();
}
