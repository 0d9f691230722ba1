import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  rolloutAction,
  rolloutClient,
  rolloutFilters,
  rolloutInput,
  rolloutLimits,
  rolloutMachine,
  rolloutMachineFilters,
  rolloutPlaces,
  rolloutPlacesQuery,
  rolloutPreview,
  rolloutView,
} from '@fournil/contract/software-updates/rollout';
import { z } from 'zod';
import { staffScope } from '../../db/database.ts';
import { notFound } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { actOnRollout } from './actOnRollout.ts';
import { findClients, findPlaces, findRollout, listRolloutMachines, listRollouts } from './queries.ts';
import { previewRollout, startRollout } from './startRollout.ts';

const rolloutQuery = listQuery({ filters: rolloutFilters, itemsPerPage: rolloutLimits.listPageSize });
const machineQuery = listQuery({ filters: rolloutMachineFilters, itemsPerPage: rolloutLimits.machinesPageSize });
const manage = { allow: 'software-updates.manage' } as const;

/** The calls for rollouts. */
export function rolloutRoutes(app: App, house: House): void {
  const naming = { ...manage, hasManyValues: true };
  app.post(
    '/rollouts/preview',
    { config: naming, schema: { body: rolloutInput, response: { 200: rolloutPreview } } },
    (request) => previewRollout(house, request.body),
  );
  app.post(
    '/rollouts',
    { config: naming, schema: { body: rolloutInput, response: { 201: rolloutView } } },
    async (request, reply) => {
      const rollout = await startRollout(house, callerOf(request), request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
  app.get(
    '/rollouts',
    { config: manage, schema: { querystring: rolloutQuery, response: { 200: collection(rolloutView) } } },
    async (request) =>
      envelope(request, 'Rollout', await house.db.read(staffScope, (trx) => listRollouts(trx, request.query))),
  );
  app.get('/rollouts/clients', { config: manage, schema: { response: { 200: z.array(rolloutClient) } } }, () =>
    house.db.read(staffScope, findClients),
  );
  app.get(
    '/rollouts/places',
    { config: manage, schema: { querystring: rolloutPlacesQuery, response: { 200: rolloutPlaces } } },
    (request) => house.db.read(staffScope, (trx) => findPlaces(trx, request.query)),
  );
  app.get(
    '/rollouts/:id',
    { config: manage, schema: { params: idParams, response: { 200: rolloutView } } },
    async (request) => {
      const rollout = await house.db.read(staffScope, (trx) => findRollout(trx, request.params.id));
      if (!rollout) throw notFound();
      return rollout;
    },
  );
  app.put(
    '/rollouts/:id',
    { config: manage, schema: { params: idParams, body: rolloutAction, response: { 200: rolloutView } } },
    (request) => actOnRollout(house, callerOf(request), request.params.id, request.body.action),
  );
  app.get(
    '/rollouts/:id/machines',
    {
      config: manage,
      schema: { params: idParams, querystring: machineQuery, response: { 200: collection(rolloutMachine) } },
    },
    async (request) => {
      const found = await house.db.read(staffScope, async (trx) => {
        if (!(await findRollout(trx, request.params.id))) throw notFound();
        return listRolloutMachines(trx, request.params.id, request.query);
      });
      return envelope(request, 'RolloutMachine', found);
    },
  );
}
