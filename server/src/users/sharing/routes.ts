import {
  organisationUpdate,
  organisationView,
  sharedErrorView,
  sharedMachineQuery,
  sharedMachineView,
} from '@fournil/contract/users/assistance';
import { z } from 'zod';
import type { App } from '../../kit/http/app.ts';
import { callerCalls, memberCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { changeOrganisation, findOrganisation, listShared, listSharedErrors } from './actions.ts';

/** IMP-06: sharing with support, and what support reads of it. */
export function assistanceRoutes(app: App, services: Services): void {
  const own = memberCalls(app, services, 'People');
  own.read(
    '/organisation',
    {
      allow: 'organisation.show',
      name: ['getOrganisation', 'Read the organisation of the caller'],
      answer: organisationView,
    },
    findOrganisation,
  );
  own.answer(
    'PUT',
    '/organisation',
    {
      allow: 'organisation.edit',
      name: ['updateOrganisation', 'Change the organisation of the caller'],
      body: organisationUpdate,
      answer: organisationView,
    },
    changeOrganisation,
  );

  const staff = callerCalls(app, services, 'Clients');
  const list = { allow: 'assistance.list' } as const;
  staff.list(
    '/assistance/machines',
    {
      ...list,
      name: ['listSharedMachines', 'List machines shared with support'],
      type: 'SharedMachine',
      query: sharedMachineQuery,
      item: sharedMachineView,
    },
    listShared,
  );
  staff.read(
    '/assistance/machines/:id/errors',
    {
      ...list,
      name: ['listSharedMachineErrors', 'List the faults of a shared machine'],
      answer: z.array(sharedErrorView),
    },
    listSharedErrors,
  );
}
