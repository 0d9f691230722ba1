import { programMachineInput, programMachineUpdate, programMachineView } from '@fournil/contract/machines/installation';
import { programMachineQuery } from '@fournil/contract/machines/programMachineQuery';
import type { App } from '../../kit/http/app.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { installProgram, moveInstallation, uninstallProgram } from './actions.ts';
import { findInstallation, listInstallations } from './queries.ts';

/** The documents' `programMachines`: the programs installed on each machine, with their state. */
export function installationRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Installations');
  const answer = programMachineView;
  calls.list(
    '/programMachines',
    {
      allow: 'programMachines.list',
      name: ['listInstallations', 'List installations'],
      type: 'ProgramMachine',
      query: programMachineQuery,
      item: programMachineView,
    },
    listInstallations,
  );
  calls.read(
    '/programMachines/:id',
    { allow: 'programMachines.list', name: ['getInstallation', 'Read an installation'], answer },
    findInstallation,
  );
  calls.create(
    '/programMachines',
    {
      allow: 'programMachines.create',
      name: ['installProgram', 'Install a program on a machine'],
      body: programMachineInput,
      answer,
    },
    installProgram,
  );
  calls.update(
    '/programMachines/:id',
    {
      allow: 'programMachines.edit',
      name: ['moveInstallation', 'Move a program in the order of its machine'],
      body: programMachineUpdate,
      answer,
    },
    moveInstallation,
  );
  calls.remove(
    '/programMachines/:id',
    { allow: 'programMachines.delete', name: ['uninstallProgram', 'Remove a program from a machine'] },
    uninstallProgram,
  );
}
