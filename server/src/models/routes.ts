import { collection } from '@fournil/contract/kit/hydra';
import { modelInput, modelUpdate, modelView } from '@fournil/contract/models/model';
import { modelQuery } from '@fournil/contract/models/modelQuery';
import { z } from 'zod';
import { scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { createModel, deleteModel, editModel } from './actions.ts';
import { findModel, listModels } from './queries.ts';

const codeParams = z.object({ code: z.string().max(64) });
const one = { params: codeParams, response: { 200: modelView } };

/** MKR-05: the maker's models, which everybody reads and the super admin keeps. */
export function modelRoutes(app: App, house: House): void {
  app.get(
    '/models',
    { config: { allow: 'models.list' }, schema: { querystring: modelQuery, response: { 200: collection(modelView) } } },
    async (request) => {
      const caller = callerOf(request);
      const found = await house.db.read(scopeOf(caller), (trx) => listModels(trx, caller, request.query));
      return envelope(request, 'Model', found);
    },
  );

  app.get('/models/:code', { config: { allow: 'models.list' }, schema: one }, async (request, reply) => {
    const caller = callerOf(request);
    const model = await house.db.read(scopeOf(caller), (trx) => findModel(trx, caller, request.params.code));
    return withVersion(reply, model);
  });

  app.post(
    '/models',
    { config: { allow: 'models.manage' }, schema: { body: modelInput, response: { 201: modelView } } },
    async (request, reply) => withAddress(reply, await createModel(house, callerOf(request), request.body)),
  );

  app.put(
    '/models/:code',
    { config: { allow: 'models.manage', takesRecord: true }, schema: { ...one, body: modelUpdate } },
    async (request, reply) =>
      withVersion(
        reply,
        await editModel(house, callerOf(request), request.params.code, request.body, ifMatch(request)),
      ),
  );

  app.delete(
    '/models/:code',
    { config: { allow: 'models.manage' }, schema: { params: codeParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteModel(house, callerOf(request), request.params.code, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
