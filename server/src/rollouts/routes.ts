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
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { callerCalls } from '../kit/http/calls.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { actOnRollout } from './actOnRollout.ts';
import type { RolloutKinds } from './kinds.ts';
import { curveOf, findRingChoices, findRolloutOrganisations, listRolloutMachines } from './machineQueries.ts';
import { listRollouts, showRollout } from './queries.ts';

const tag = 'Rollouts';
const rolloutQuery = listQuery({ filters: rolloutFilters, itemsPerPage: rolloutLimits.listPageSize });
const machineQuery = listQuery({ filters: rolloutMachineFilters, itemsPerPage: rolloutLimits.machinesPageSize });

/** SWU-04, MNU-03: the calls that are the same for every kind of rollout; each kind has its own call for starting one. */
export function rolloutRoutes(app: App, services: Services, kinds: RolloutKinds): void {
  const calls = callerCalls(app, services, tag);
  const allow = 'rollouts.list';
  calls.list('/rollouts', { allow, query: rolloutQuery, item: rolloutView }, (context, page) =>
    listRollouts(context, kinds, page),
  );
  calls.read(
    '/rollouts/clients',
    {
      allow: 'software-updates.manage',
      name: ['listRolloutClients', 'List the clients that a rollout can name'],
      answer: z.array(rolloutOrganisation),
    },
    ({ trx }) => findRolloutOrganisations(trx),
  );
  calls.read(
    '/rollouts/places',
    {
      allow,
      name: ['listRolloutPlaces', 'List the structures and tags that a rollout can name'],
      query: ringChoicesQuery,
      answer: ringChoices,
    },
    ({ trx, caller }, _, query) => findRingChoices(trx, caller, query),
  );
  calls.read('/rollouts/:id', { allow, answer: rolloutView }, (context, id) => showRollout(context, kinds, id));
  calls.list(
    '/rollouts/:id/machines',
    {
      allow,
      name: ['listRolloutMachines', 'List the machines of a rollout'],
      type: 'RolloutMachine',
      query: machineQuery,
      item: rolloutMachine,
    },
    (context, page, id) => listRolloutMachines(context, kinds, id, page),
  );
  calls.read(
    '/rollouts/:id/curve',
    { allow, name: ['getRolloutCurve', 'Read how many machines held it at each moment'], answer: rolloutCurve },
    (context, id) => curveOf(context, kinds, id),
  );
  app.put(
    '/rollouts/:id',
    {
      config: { allow: 'rollouts.act' },
      schema: {
        params: idParams,
        body: rolloutAction,
        response: { 200: rolloutView },
        named: named(tag, 'controlRollout', 'Pause, resume, end or roll back a rollout'),
      },
    },
    (request) => actOnRollout(services, kinds, callerOf(request), request.params.id, request.body),
  );
}
