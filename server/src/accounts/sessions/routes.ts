import { sessionView } from '@fournil/contract/accounts/sessions';
import { signInAnswer } from '@fournil/contract/accounts/signIn';
import { collection } from '@fournil/contract/kit/hydra';
import { z } from 'zod';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { wholeList } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './ownSessions.ts';
import { renewToken } from './renewToken.ts';

/** The caller's sessions, and the token of this one. */
export function sessionRoutes(app: App, services: Services): void {
  app.post(
    '/sessions/token',
    {
      config: { allow: 'sessions.token', answersSecret: true },
      schema: {
        named: named('Account', 'renewToken', 'Get a new token for the present session'),
        response: { 200: signInAnswer },
      },
    },
    (request) => renewToken(services, callerOf(request)),
  );

  app.get(
    '/sessions',
    {
      config: { allow: 'sessions.own' },
      schema: {
        named: named('Account', 'listSessions', 'List the caller’s sessions'),
        response: { 200: collection(sessionView) },
      },
    },
    async (request) => {
      const items = await listOwnSessions(services, callerOf(request));
      return wholeList(request, 'Session', items);
    },
  );
  app.delete(
    '/sessions/:id',
    {
      config: { allow: 'sessions.end' },
      schema: {
        named: named('Account', 'endSession', 'End one of the caller’s sessions'),
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endOwnSession(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/sessions',
    {
      config: { allow: 'sessions.end' },
      schema: {
        named: named('Account', 'endOtherSessions', 'End the caller’s other sessions'),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endOtherSessions(services, callerOf(request));
      return reply.code(204).send(null);
    },
  );
}
