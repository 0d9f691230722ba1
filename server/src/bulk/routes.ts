import { bulkPreview, bulkRequest, bulkRunView, bulkStart } from '@fournil/contract/bulk/bulk';
import { collection } from '@fournil/contract/kit/hydra';
import { memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { wholeList } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { previewBulk, startBulk, stopBulk, undoBulk } from './actions.ts';
import { findRun, listRunning } from './queries.ts';

export function bulkRoutes(app: App, house: House): void {
  const config = { allow: 'bulk.run' } as const;
  const naming = { ...config, hasManyValues: true };
  app.post(
    '/bulk/preview',
    { config: naming, schema: { body: bulkRequest, response: { 200: bulkPreview } } },
    (request) => previewBulk(house, memberOf(callerOf(request)), request.body),
  );
  app.post(
    '/bulk',
    { config: naming, schema: { body: bulkStart, response: { 202: bulkRunView } } },
    async (request, reply) => {
      const run = await startBulk(house, memberOf(callerOf(request)), request.body);
      return reply.code(202).header('Location', run['@id']).send(run);
    },
  );
  app.get('/bulk', { config, schema: { response: { 200: collection(bulkRunView) } } }, async (request) => {
    const runs = await listRunning(house, memberOf(callerOf(request)));
    return wholeList(request, 'BulkRun', runs);
  });

  const schema = { params: idParams, response: { 200: bulkRunView } };
  app.get('/bulk/:id', { config, schema }, (request) => findRun(house, memberOf(callerOf(request)), request.params.id));
  app.post('/bulk/:id/stop', { config, schema }, (request) =>
    stopBulk(house, memberOf(callerOf(request)), request.params.id),
  );
  app.post('/bulk/:id/undo', { config: { allow: 'bulk.undo' }, schema }, (request) =>
    undoBulk(house, memberOf(callerOf(request)), request.params.id),
  );
}
