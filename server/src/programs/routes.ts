import { growingListLimits } from '@fournil/contract/kit/growingList';
import { largestInteger } from '@fournil/contract/kit/integers';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { programDetail, programInput, programUpdate, programView } from '@fournil/contract/programs/program';
import { programQuery } from '@fournil/contract/programs/programQuery';
import { programRevisionView } from '@fournil/contract/programs/revision';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { memberCalls } from '../kit/http/calls.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { revisionRolloutRoutes } from '../rollouts/index.ts';
import { createProgram } from './actions.ts';
import { dropProgram, restoreProgram } from './dropProgram.ts';
import { editProgram } from './editProgram.ts';
import { listPrograms, showProgram } from './queries.ts';
import { findRevision, listRevisions } from './revisionQueries.ts';
import { previewProgramRollout, startProgramRollout } from './rollouts/startRollout.ts';

const tag = 'Programs';
const revisionQuery = listQuery({ itemsPerPage: growingListLimits.entries });
/** A malformed revision number is answered with 404, like a revision that does not exist. */
const revisionParams = idParams.extend({ revision: z.coerce.number().int().min(1).max(largestInteger) });

export function programRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, tag);
  const answer = programDetail;
  calls.list('/programs', { allow: 'programs.list', query: programQuery, item: programView }, listPrograms);
  calls.read('/programs/:id', { allow: 'programs.show', answer }, showProgram);
  calls.list(
    '/programs/:id/revisions',
    {
      allow: 'programs.show',
      name: ['listProgramRevisions', 'List the revisions of a program'],
      type: 'ProgramRevision',
      query: revisionQuery,
      item: programRevisionView,
    },
    (context, page, id) => listRevisions(context, id, page),
  );
  calls.create('/programs', { allow: 'programs.create', body: programInput, answer }, createProgram);
  // Settings and approval need further rights, which the action checks.
  calls.update(
    '/programs/:id',
    { allow: 'programs.change', name: ['updateProgram', 'Change or approve a program'], body: programUpdate, answer },
    editProgram,
  );
  calls.remove('/programs/:id', { allow: 'programs.delete' }, dropProgram);
  calls.act('POST', '/programs/:id/restore', { allow: 'programs.delete' }, restoreProgram);
  revisionRoute(app, services);
  revisionRolloutRoutes(app, services, {
    entity: 'program',
    allow: 'programs.rollOut',
    preview: previewProgramRollout,
    start: startProgramRollout,
  });
}

function revisionRoute(app: App, services: Services): void {
  app.get(
    '/programs/:id/revisions/:revision',
    {
      config: { allow: 'programs.show' },
      schema: {
        params: revisionParams,
        response: { 200: programRevisionView },
        named: named(tag, 'getProgramRevision', 'Read a revision of a program'),
      },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      const { id, revision } = request.params;
      return services.db.read(scopeOf(member), (trx) => findRevision(contextOf(services, trx, member), id, revision));
    },
  );
}
