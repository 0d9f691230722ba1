import { bulkPreview, bulkRequest, bulkRunView, bulkStart } from '@fournil/contract/bulk/bulk';
import { memberOf } from '../kit/caller.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { memberCalls } from '../kit/http/calls.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { previewBulk, startBulk, stopBulk, undoBulk } from './actions.ts';
import { listRunning, runView } from './queries.ts';

const tag = 'Many at once';

export function bulkRoutes(app: App, services: Services): void {
  startRoutes(app, services);
  const calls = memberCalls(app, services, tag);
  const answer = bulkRunView;
  calls.list(
    '/bulk',
    {
      allow: 'bulk.run',
      name: ['listBulkRuns', 'List the actions on many records that are running or new'],
      type: 'BulkRun',
      item: bulkRunView,
    },
    listRunning,
  );
  calls.read(
    '/bulk/:id',
    { allow: 'bulk.run', name: ['getBulkRun', 'Read the progress of an action on many records'], answer },
    runView,
  );
  calls.answer(
    'POST',
    '/bulk/:id/stop',
    { allow: 'bulk.run', name: ['stopBulkRun', 'Stop an action on many records'], answer },
    stopBulk,
  );
}

/** Each in several transactions. */
function startRoutes(app: App, services: Services): void {
  const config = { allow: 'bulk.run', hasManyValues: true } as const;
  app.post(
    '/bulk/preview',
    {
      config,
      schema: {
        body: bulkRequest,
        response: { 200: bulkPreview },
        named: named(tag, 'previewBulkRun', 'Read what an action on many records would do'),
      },
    },
    (request) => previewBulk(services, memberOf(callerOf(request)), request.body),
  );
  app.post(
    '/bulk',
    {
      config,
      schema: {
        body: bulkStart,
        response: { 202: bulkRunView },
        named: named(tag, 'startBulkRun', 'Start an action on many records'),
      },
    },
    async (request, reply) => {
      const run = await startBulk(services, memberOf(callerOf(request)), request.body);
      return reply.code(202).header('Location', run['@id']).send(run);
    },
  );
  app.post(
    '/bulk/:id/undo',
    {
      config: { allow: 'bulk.undo' },
      schema: {
        params: idParams,
        response: { 200: bulkRunView },
        named: named(tag, 'undoBulkRun', 'Undo an action on many records'),
      },
    },
    (request) => undoBulk(services, memberOf(callerOf(request)), request.params.id),
  );
}
