import { adoptedView, adoptInput, keepInput, restoreInput } from '@fournil/contract/differences/differences';
import { programMachineView } from '@fournil/contract/machines/installation';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { findInstallation } from '../machines/index.ts';
import { adopt, keep, putBack } from './decide.ts';

/** MNU-02: what a person decides about a program that was changed at an oven. */
export function differenceRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Installations');
  const answer = programMachineView;
  calls.answer(
    'POST',
    '/programMachines/:id/restore',
    {
      allow: 'programMachines.edit',
      name: ['restoreInstallation', 'Put the approved revision back on a machine'],
      body: restoreInput,
      answer,
    },
    async (context, id, decision) => {
      await putBack(context, id, decision ?? {});
      return findInstallation(context, id);
    },
  );
  calls.answer(
    'POST',
    '/programMachines/:id/keep',
    {
      allow: 'programMachines.edit',
      name: ['keepChange', 'Let an oven keep its own change of a program'],
      body: keepInput,
      answer,
    },
    async (context, id, decision) => {
      await keep(context, id, decision);
      return findInstallation(context, id);
    },
  );
  calls.answer(
    'POST',
    '/programMachines/:id/adopt',
    {
      allow: 'programMachines.adopt',
      name: ['adoptChange', 'Make a change at an oven the next revision of its program'],
      body: adoptInput,
      answer: adoptedView,
    },
    (context, id, decision) => adopt(context, id, decision ?? {}),
  );
}
