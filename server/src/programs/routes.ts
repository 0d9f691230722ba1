import { collection } from '@fournil/contract/kit/hydra';
import { programFilters, programInput, programLimits, programOrder, programUpdate, programView } from '@fournil/contract/programs/program';
import { z } from 'zod';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { ifMatch } from '../kit/etag.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { idParams } from '../kit/params.ts';
import { createProgram, deleteProgram } from './actions.ts';
import { editProgram } from './editProgram.ts';
import { findProgram, listPrograms } from './queries.ts';

export function programRoutes(app: App, house: House): void {
  app.get('/programs', { config: { allow: 'programs.list' }, schema: { response: { 200: collection(programView) } } }, async (request) => {
    const member = memberOf(callerOf(request));
    const list = readList(request.query as Record<string, unknown>, programFilters, programOrder, { itemsPerPage: programLimits.listPageSize });
    const { items, total } = await house.db.as(scopeOf(member), (trx) => listPrograms(trx, member, list));
    return envelope(request.url, 'Program', items, total, list);
  });

  app.get(
    '/programs/:id',
    { config: { allow: 'programs.show' }, schema: { params: idParams, response: { 200: programView } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const program = await house.db.as(scopeOf(member), (trx) => findProgram(trx, member, request.params.id));
      if (!program) throw notFound();
      return reply.header('ETag', `"${program.version}"`).send(program);
    },
  );

  app.post(
    '/programs',
    { config: { allow: 'programs.create' }, schema: { body: programInput, response: { 201: programView } } },
    async (request, reply) => {
      const program = await createProgram(house, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', program['@id']).header('ETag', `"${program.version}"`).send(program);
    },
  );

  // The settings and the approval need rights of their own: the action asks for each.
  app.put(
    '/programs/:id',
    { config: { allow: 'programs.change' }, schema: { params: idParams, body: programUpdate, response: { 200: programView } } },
    async (request, reply) => {
      const program = await editProgram(house, memberOf(callerOf(request)), request.params.id, request.body, ifMatch(request));
      return reply.header('ETag', `"${program.version}"`).send(program);
    },
  );

  app.delete(
    '/programs/:id',
    { config: { allow: 'programs.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteProgram(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
