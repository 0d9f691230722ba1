import { growingListLimits } from '@fournil/contract/kit/growingList';
import { collection } from '@fournil/contract/kit/hydra';
import { largestInteger } from '@fournil/contract/kit/integers';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { programDetail, programInput, programUpdate, programView } from '@fournil/contract/programs/program';
import { programQuery } from '@fournil/contract/programs/programQuery';
import { programRevisionView } from '@fournil/contract/programs/revision';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { revisionRolloutRoutes } from '../rollouts/index.ts';
import { createProgram } from './actions.ts';
import { deleteProgram, restoreProgram } from './dropProgram.ts';
import { editProgram } from './editProgram.ts';
import { listPrograms, showProgram } from './queries.ts';
import { findRevision, listRevisions } from './revisionQueries.ts';
import { previewProgramRollout, startProgramRollout } from './rollouts/startRollout.ts';

/** A malformed revision number is answered with 404, like a revision that does not exist. */
const revisionParams = idParams.extend({ revision: z.coerce.number().int().min(1).max(largestInteger) });

export function programRoutes(app: App, house: House): void {
  listRoutes(app, house);
  revisionRoutes(app, house);
  changeRoutes(app, house);
  revisionRolloutRoutes(app, house, {
    address: '/programs',
    allow: 'programs.rollOut',
    preview: previewProgramRollout,
    start: startProgramRollout,
  });
}

function listRoutes(app: App, house: House): void {
  app.get(
    '/programs',
    {
      config: { allow: 'programs.list' },
      schema: { querystring: programQuery, response: { 200: collection(programView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listPrograms(trx, member, request.query));
      return envelope(request, 'Program', found);
    },
  );

  app.get(
    '/programs/:id',
    { config: { allow: 'programs.show' }, schema: { params: idParams, response: { 200: programDetail } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const program = await house.db.read(scopeOf(member), (trx) => showProgram(trx, member, request.params.id));
      return withVersion(reply, program);
    },
  );
}

function revisionRoutes(app: App, house: House): void {
  const shape = {
    params: idParams,
    querystring: listQuery({ itemsPerPage: growingListLimits.entries }),
    response: { 200: collection(programRevisionView) },
  };
  app.get('/programs/:id/revisions', { config: { allow: 'programs.show' }, schema: shape }, async (request) => {
    const member = memberOf(callerOf(request));
    const found = await house.db.read(scopeOf(member), (trx) =>
      listRevisions(trx, member, request.params.id, request.query),
    );
    return envelope(request, 'ProgramRevision', found);
  });

  app.get(
    '/programs/:id/revisions/:revision',
    { config: { allow: 'programs.show' }, schema: { params: revisionParams, response: { 200: programRevisionView } } },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), (trx) =>
        findRevision(trx, member, request.params.id, request.params.revision),
      );
    },
  );
}

function changeRoutes(app: App, house: House): void {
  app.post(
    '/programs',
    { config: { allow: 'programs.create' }, schema: { body: programInput, response: { 201: programDetail } } },
    async (request, reply) => withAddress(reply, await createProgram(house, memberOf(callerOf(request)), request.body)),
  );

  // Settings and approval need further rights, which the action checks.
  app.put(
    '/programs/:id',
    {
      config: { allow: 'programs.change', takesRecord: true },
      schema: { params: idParams, body: programUpdate, response: { 200: programDetail } },
    },
    async (request, reply) => {
      const program = await editProgram(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.body,
        ifMatch(request),
      );
      return withVersion(reply, program);
    },
  );

  app.delete(
    '/programs/:id',
    { config: { allow: 'programs.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteProgram(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/programs/:id/restore',
    { config: { allow: 'programs.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreProgram(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
