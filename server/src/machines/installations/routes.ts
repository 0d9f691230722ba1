import { collection } from '@fournil/contract/kit/hydra';
import { programMachineInput, programMachineUpdate, programMachineView } from '@fournil/contract/machines/installation';
import { programMachineQuery } from '@fournil/contract/machines/programMachineQuery';
import { z } from 'zod';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { withContext } from '../../kit/http/etag.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { installProgram, moveInstallation, uninstallProgram } from './actions.ts';
import { findInstallation, listInstallations } from './queries.ts';

/** The documents' `programMachines`: the programs installed on each machine, with their state. */
export function installationRoutes(app: App, house: House): void {
  app.get(
    '/programMachines',
    {
      config: { allow: 'programMachines.list' },
      schema: { querystring: programMachineQuery, response: { 200: collection(programMachineView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listInstallations(trx, member, request.query));
      return envelope(request, 'ProgramMachine', found);
    },
  );

  app.get(
    '/programMachines/:id',
    { config: { allow: 'programMachines.list' }, schema: { params: idParams, response: { 200: programMachineView } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const { id } = request.params;
      return withContext(await house.db.read(scopeOf(member), (trx) => findInstallation(trx, member, id)));
    },
  );

  app.post(
    '/programMachines',
    {
      config: { allow: 'programMachines.create' },
      schema: { body: programMachineInput, response: { 201: programMachineView } },
    },
    async (request, reply) => {
      const made = await installProgram(house, memberOf(callerOf(request)), request.body.machine, request.body.program);
      return reply.code(201).header('Location', made['@id']).send(withContext(made));
    },
  );

  app.put(
    '/programMachines/:id',
    {
      config: { allow: 'programMachines.edit', takesRecord: true },
      schema: { params: idParams, body: programMachineUpdate, response: { 200: programMachineView } },
    },
    async (request) =>
      withContext(await moveInstallation(house, memberOf(callerOf(request)), request.params.id, request.body.position)),
  );

  app.delete(
    '/programMachines/:id',
    { config: { allow: 'programMachines.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await uninstallProgram(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
