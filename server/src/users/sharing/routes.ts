import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  organisationUpdate,
  organisationView,
  sharedErrorView,
  sharedMachineFilters,
  sharedMachineOrder,
  sharedMachineView,
} from '@fournil/contract/users/assistance';
import { userLimits } from '@fournil/contract/users/user';
import { z } from 'zod';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { changeOrganisation, findOrganisation, listShared, listSharedErrors } from './actions.ts';

const sharedMachineQuery = listQuery({
  filters: sharedMachineFilters,
  order: sharedMachineOrder,
  itemsPerPage: userLimits.listPageSize,
});

/** IMP-06: sharing with support, and what support reads of it. */
export function assistanceRoutes(app: App, house: House): void {
  app.get(
    '/organisation',
    { config: { allow: 'organisation.show' }, schema: { response: { 200: organisationView } } },
    (request) => findOrganisation(house, memberOf(callerOf(request))),
  );

  app.put(
    '/organisation',
    {
      config: { allow: 'organisation.edit' },
      schema: { body: organisationUpdate, response: { 200: organisationView } },
    },
    (request) => changeOrganisation(house, memberOf(callerOf(request)), request.body),
  );

  app.get(
    '/assistance/machines',
    {
      config: { allow: 'assistance.list' },
      schema: { querystring: sharedMachineQuery, response: { 200: collection(sharedMachineView) } },
    },
    async (request) => envelope(request, 'SharedMachine', await listShared(house, request.query)),
  );

  app.get(
    '/assistance/machines/:id/errors',
    { config: { allow: 'assistance.list' }, schema: { params: idParams, response: { 200: z.array(sharedErrorView) } } },
    (request) => listSharedErrors(house, request.params.id),
  );
}
