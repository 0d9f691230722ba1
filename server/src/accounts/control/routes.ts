import {
  controlAnswer,
  controlFilters,
  controlInput,
  controlLimits,
  controlOrder,
  controlView,
} from '@fournil/contract/control/control';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { z } from 'zod';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { originOf } from '../../kit/http/callOrigin.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { startControl, stopControl } from './actions.ts';
import { listControls } from './queries.ts';
import { renewSecurityCode } from './securityCode.ts';

const controlQuery = listQuery({
  filters: controlFilters,
  order: controlOrder,
  itemsPerPage: controlLimits.listPageSize,
});

/** IMP: sign in as another user, and back. */
export function controlRoutes(app: App, house: House): void {
  app.get(
    '/users/controls',
    {
      config: { allow: 'control.list' },
      schema: { querystring: controlQuery, response: { 200: collection(controlView) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await house.db.read(scopeOf(caller), (trx) => listControls(trx, caller, request.query));
      return envelope(request, 'User', found);
    },
  );

  app.post(
    '/control/user/:id',
    {
      config: { allow: 'control.start', answersSecret: true },
      schema: { params: idParams, body: controlInput, response: { 200: controlAnswer } },
    },
    (request) => startControl(house, callerOf(request), request.params.id, request.body, originOf(request)),
  );

  app.post(
    '/control/stop',
    { config: { allow: 'control.stop' }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await stopControl(house, callerOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/profile/security-code',
    {
      config: { allow: 'profile.renewSecurityCode', answersSecret: true },
      schema: { response: { 200: z.object({ securityCode: z.string() }) } },
    },
    async (request) => ({ securityCode: await renewSecurityCode(house, memberOf(callerOf(request))) }),
  );
}
