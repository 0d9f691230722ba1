import { controlAnswer, controlInput, controlQuery, controlView } from '@fournil/contract/control/control';
import { z } from 'zod';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { originOf } from '../kit/http/callOrigin.ts';
import { callerCalls } from '../kit/http/calls.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { startControl, stopControl } from './actions.ts';
import { listControls } from './queries.ts';

const tag = 'Clients';

/** IMP: sign in as another user, and back. */
export function controlRoutes(app: App, services: Services): void {
  callerCalls(app, services, tag).list(
    '/users/controls',
    {
      allow: 'control.list',
      name: ['listControllablePeople', 'List the people in whose name the caller can sign in'],
      query: controlQuery,
      item: controlView,
    },
    listControls,
  );

  app.post(
    '/control/user/:id',
    {
      config: { allow: 'control.start', answersSecret: true },
      schema: {
        named: named(tag, 'startControl', 'Sign in as another person'),
        params: idParams,
        body: controlInput,
        response: { 200: controlAnswer },
      },
    },
    (request) => startControl(services, callerOf(request), request.params.id, request.body, originOf(request)),
  );

  app.post(
    '/control/stop',
    {
      config: { allow: 'control.stop' },
      schema: {
        named: named(tag, 'stopControl', 'End a session in another person’s name'),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await stopControl(services, callerOf(request));
      return reply.code(204).send(null);
    },
  );
}
