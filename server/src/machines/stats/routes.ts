import { logFilters } from '@fournil/contract/machines/machine';
import { machineStats } from '@fournil/contract/machines/stats';
import { z } from 'zod';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { requireMachine } from '../../rights/index.ts';
import { findStats } from './queries.ts';

export function statsRoutes(app: App, services: Services): void {
  app.get(
    '/machines/:id/stats',
    {
      config: { allow: 'machines.show' },
      schema: {
        params: idParams,
        querystring: z.strictObject(logFilters),
        response: { 200: machineStats },
        named: named('Machines', 'getMachineStatistics', 'Read the usage of a machine over time'),
      },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      // Rights and machine as they are now, also where a replica answers with the figures.
      const machine = await services.db.read(scopeOf(member), (trx) => requireMachine(trx, member, request.params.id));
      return services.db.readLate(scopeOf(member), (trx) =>
        findStats(trx, member, machine, request.query, services.now()),
      );
    },
  );
}
