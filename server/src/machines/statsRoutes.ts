import { logFilters } from '@fournil/contract/machines/machine';
import { machineStats } from '@fournil/contract/machines/stats';
import { z } from 'zod';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { idParams } from '../kit/params.ts';
import { requireMachine } from '../rights/index.ts';
import { findStats } from './statsQueries.ts';

export function statsRoutes(app: App, house: House): void {
  app.get(
    '/machines/:id/stats',
    {
      config: { allow: 'machines.show' },
      schema: { params: idParams, querystring: z.strictObject(logFilters), response: { 200: machineStats } },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), async (trx) => {
        const machine = await requireMachine(trx, member, request.params.id);
        return findStats(trx, member, machine, request.query, house.now());
      });
    },
  );
}
