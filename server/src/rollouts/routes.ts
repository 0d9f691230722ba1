import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { ringChoices, ringChoicesQuery, rolloutOrganisation } from '@fournil/contract/rollouts/ringChoices';
import {
  rolloutAction,
  rolloutCurve,
  rolloutFilters,
  rolloutMachine,
  rolloutMachineFilters,
  rolloutView,
} from '@fournil/contract/rollouts/rollout';
import { rolloutLimits } from '@fournil/contract/rollouts/rolloutInput';
import { z } from 'zod';
import { staffScope } from '../db/database.ts';
import { scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { actOnRollout } from './actOnRollout.ts';
import type { RolloutKinds } from './kinds.ts';
import { curveOf, findRingChoices, findRolloutOrganisations, listRolloutMachines } from './machineQueries.ts';
import { findRollout, listRollouts, showRollout } from './queries.ts';

const rolloutQuery = listQuery({ filters: rolloutFilters, itemsPerPage: rolloutLimits.listPageSize });
const machineQuery = listQuery({ filters: rolloutMachineFilters, itemsPerPage: rolloutLimits.machinesPageSize });
const list = { allow: 'rollouts.list' } as const;

/** SWU-04, MNU-03: the calls that are the same for every kind of rollout; each kind has its own call for starting one. */
export function rolloutRoutes(app: App, house: House, kinds: RolloutKinds): void {
  app.get(
    '/rollouts',
    { config: list, schema: { querystring: rolloutQuery, response: { 200: collection(rolloutView) } } },
    async (request) => {
      const caller = callerOf(request);
      const found = await house.db.read(scopeOf(caller), (trx) =>
        listRollouts(trx, kinds, caller, request.query, house.now()),
      );
      return envelope(request, 'Rollout', found);
    },
  );
  app.get(
    '/rollouts/clients',
    { config: { allow: 'software-updates.manage' }, schema: { response: { 200: z.array(rolloutOrganisation) } } },
    () => house.db.read(staffScope, findRolloutOrganisations),
  );
  app.get(
    '/rollouts/places',
    { config: list, schema: { querystring: ringChoicesQuery, response: { 200: ringChoices } } },
    (request) => {
      const caller = callerOf(request);
      return house.db.read(scopeOf(caller), (trx) => findRingChoices(trx, caller, request.query));
    },
  );
  app.get(
    '/rollouts/:id',
    { config: list, schema: { params: idParams, response: { 200: rolloutView } } },
    (request) => {
      const caller = callerOf(request);
      return house.db.read(scopeOf(caller), (trx) => showRollout(trx, kinds, caller, request.params.id, house.now()));
    },
  );
  app.put(
    '/rollouts/:id',
    {
      config: { allow: 'rollouts.act' },
      schema: { params: idParams, body: rolloutAction, response: { 200: rolloutView } },
    },
    (request) => actOnRollout(house, kinds, callerOf(request), request.params.id, request.body),
  );
  machineRoutes(app, house, kinds);
}

function machineRoutes(app: App, house: House, kinds: RolloutKinds): void {
  app.get(
    '/rollouts/:id/machines',
    {
      config: list,
      schema: { params: idParams, querystring: machineQuery, response: { 200: collection(rolloutMachine) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await house.db.read(scopeOf(caller), async (trx) => {
        const rollout = await findRollout(trx, caller, request.params.id);
        return listRolloutMachines(trx, kinds[rollout.kind], caller, rollout, house.now(), request.query);
      });
      return envelope(request, 'RolloutMachine', found);
    },
  );
  app.get(
    '/rollouts/:id/curve',
    { config: list, schema: { params: idParams, response: { 200: rolloutCurve } } },
    (request) => {
      const caller = callerOf(request);
      return house.db.read(scopeOf(caller), async (trx) => {
        const rollout = await findRollout(trx, caller, request.params.id);
        return curveOf(trx, kinds[rollout.kind], caller, rollout, house.now());
      });
    },
  );
}
