import {
  apiTokenFilters,
  apiTokenInput,
  apiTokenLimits,
  apiTokenMade,
  apiTokenOrder,
  apiTokenUpdate,
  apiTokenView,
} from '@fournil/contract/api-tokens/apiToken';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { badRequest } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { makeToken, renameToken, revokeToken } from './actions.ts';
import { findToken, listTokens } from './queries.ts';

const tokenQuery = listQuery({
  filters: apiTokenFilters,
  order: apiTokenOrder,
  itemsPerPage: apiTokenLimits.listPageSize,
});
const one = { params: idParams, response: { 200: apiTokenView } };

/** INT-04: the tokens of an organisation, for its client admins; the super admin reads and revokes those of all. */
export function apiTokenRoutes(app: App, house: House): void {
  app.get(
    '/api-tokens',
    {
      config: { allow: 'apiTokens.list' },
      schema: { querystring: tokenQuery, response: { 200: collection(apiTokenView) } },
    },
    async (request) => {
      const caller = callerOf(request);
      if (request.query.filters.organisation !== undefined && caller.organisationId !== null)
        throw badRequest({ path: 'organisation', key: 'custom.validation.unknownField', args: {} });
      const found = await house.db.read(scopeOf(caller), (trx) =>
        listTokens(contextOf(house, trx, caller), request.query),
      );
      return envelope(request, 'ApiToken', found);
    },
  );

  app.get('/api-tokens/:id', { config: { allow: 'apiTokens.list' }, schema: one }, async (request, reply) => {
    const caller = callerOf(request);
    const token = await house.db.read(scopeOf(caller), (trx) =>
      findToken(contextOf(house, trx, caller), request.params.id),
    );
    return withVersion(reply, token);
  });

  app.post(
    '/api-tokens',
    {
      config: { allow: 'apiTokens.make', answersSecret: true },
      schema: { body: apiTokenInput, response: { 201: apiTokenMade } },
    },
    async (request, reply) => {
      const token = await makeToken(house, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', token['@id']).send(withVersion(reply, token));
    },
  );

  app.put(
    '/api-tokens/:id',
    { config: { allow: 'apiTokens.edit', takesRecord: true }, schema: { ...one, body: apiTokenUpdate } },
    async (request, reply) => {
      const { params, body } = request;
      return withVersion(
        reply,
        await renameToken(house, memberOf(callerOf(request)), params.id, body, ifMatch(request)),
      );
    },
  );

  app.delete(
    '/api-tokens/:id',
    { config: { allow: 'apiTokens.revoke' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await revokeToken(house, callerOf(request), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
