import {
  apiTokenInput,
  apiTokenMade,
  apiTokenQuery,
  apiTokenUpdate,
  apiTokenView,
} from '@fournil/contract/api-tokens/apiToken';
import { z } from 'zod';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { callerCalls, memberCalls } from '../kit/http/calls.ts';
import { ifMatch } from '../kit/http/etag.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { makeToken, renameToken, revokeToken } from './actions.ts';
import { findToken, listTokens } from './queries.ts';

const tag = 'API tokens';

/** INT-04: the tokens of an organisation, for its client admins; the super admin reads and revokes those of all. */
export function apiTokenRoutes(app: App, services: Services): void {
  const all = callerCalls(app, services, tag);
  const own = memberCalls(app, services, tag);
  const list = { allow: 'apiTokens.list' } as const;
  all.list('/api-tokens', { ...list, query: apiTokenQuery, item: apiTokenView }, listTokens);
  all.read('/api-tokens/:id', { ...list, answer: apiTokenView }, findToken);
  const make = { allow: 'apiTokens.make', answersSecret: true } as const;
  own.create('/api-tokens', { ...make, body: apiTokenInput, answer: apiTokenMade }, makeToken);
  own.update(
    '/api-tokens/:id',
    {
      allow: 'apiTokens.edit',
      name: ['renameApiToken', 'Rename an API token'],
      body: apiTokenUpdate,
      answer: apiTokenView,
    },
    renameToken,
  );
  app.delete(
    '/api-tokens/:id',
    {
      config: { allow: 'apiTokens.revoke' },
      schema: {
        named: named(tag, 'revokeApiToken', 'Revoke an API token'),
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await revokeToken(services, callerOf(request), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
