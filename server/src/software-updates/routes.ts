import { machineUpdatePreferences, machineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { ddiRoutes } from './ddi/routes.ts';
import { findMachineUpdates, setUpdatePreferences } from './machineUpdates.ts';
import { softwareRolloutRoutes } from './rollouts/routes.ts';
import { updateRoutes } from './versions/routes.ts';

/** SWU: the maker's versions and rollouts, the machines' update interface, and what a client sees of it. */
export function softwareUpdateRoutes(app: App, services: Services): void {
  // Each with its own body parsers.
  app.register(async (inner) => updateRoutes(inner.withTypeProvider() as unknown as App, services));
  app.register(async (inner) => ddiRoutes(inner.withTypeProvider() as unknown as App, services));
  softwareRolloutRoutes(app, services);
  const calls = memberCalls(app, services, 'Machines');
  const answer = machineUpdates;
  calls.read(
    '/machines/:id/updates',
    { allow: 'machines.show', name: ['listMachineUpdates', 'List the software updates of a machine'], answer },
    findMachineUpdates,
  );
  calls.answer(
    'PUT',
    '/machines/:id/updates',
    {
      allow: 'machines.edit',
      name: ['decideMachineUpdate', 'Decide about the software updates of a machine'],
      body: machineUpdatePreferences,
      answer,
    },
    setUpdatePreferences,
  );
}
