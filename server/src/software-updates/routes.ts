import { machineUpdatePreferences, machineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { idParams } from '../kit/http/params.ts';
import { ddiRoutes } from './ddi/routes.ts';
import { findMachineUpdates, setUpdatePreferences } from './machineUpdates.ts';
import { softwareRolloutRoutes } from './rollouts/routes.ts';
import { updateRoutes } from './versions/routes.ts';

/** SWU: the maker's versions and rollouts, the machines' update interface, and what a client sees of it. */
export function softwareUpdateRoutes(app: App, house: House): void {
  // Each with its own body parsers.
  app.register(async (inner) => updateRoutes(inner.withTypeProvider() as unknown as App, house));
  app.register(async (inner) => ddiRoutes(inner.withTypeProvider() as unknown as App, house));
  softwareRolloutRoutes(app, house);
  const one = { params: idParams, response: { 200: machineUpdates } };
  app.get('/machines/:id/updates', { config: { allow: 'machines.show' }, schema: one }, (request) => {
    const member = memberOf(callerOf(request));
    return house.db.read(scopeOf(member), (trx) =>
      findMachineUpdates(contextOf(house, trx, member), request.params.id),
    );
  });
  app.put(
    '/machines/:id/updates',
    { config: { allow: 'machines.edit' }, schema: { ...one, body: machineUpdatePreferences } },
    async (request) => {
      const member = memberOf(callerOf(request));
      await setUpdatePreferences(house, member, request.params.id, request.body);
      return house.db.as(scopeOf(member), (trx) =>
        findMachineUpdates(contextOf(house, trx, member), request.params.id),
      );
    },
  );
}
