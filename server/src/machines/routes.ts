import { iri } from '@fournil/contract/kit/addresses';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { type Language, say } from '@fournil/contract/kit/words';
import {
  type MachineCategoryCode,
  machineCategories,
  machineCategoryCodes,
} from '@fournil/contract/machines/catalogue';
import { categoryQuery } from '@fournil/contract/machines/categoryQuery';
import {
  activityFilters,
  activityView,
  type CategoryView,
  categoryView,
  connectInput,
  errorFilters,
  faultView,
  logFilters,
  type MachineView,
  machineCounts,
  machineDeletion,
  machineInput,
  machineUpdate,
  machineView,
  readingView,
} from '@fournil/contract/machines/machine';
import { machineQuery } from '@fournil/contract/machines/machineQuery';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { inContext } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named, usualName } from '../kit/http/callNames.ts';
import { memberCalls } from '../kit/http/calls.ts';
import { catalogueRoutes } from '../kit/http/catalogue.ts';
import { writtenEnvelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { createMachine, editMachine } from './actions.ts';
import { bakeRoutes } from './bakes/routes.ts';
import { contentsRoutes } from './contents/routes.ts';
import { dropMachine, restoreMachine } from './deletion/dropMachine.ts';
import { findDeletion } from './deletion/queries.ts';
import { extractRoutes } from './extract/routes.ts';
import { faultRoutes } from './faults/routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { listActivities, listErrors, listReadings } from './log/queries.ts';
import { openPairing, releaseMachine } from './pairing/actions.ts';
import { countMachines, listMachines, showMachine } from './queries.ts';
import { settingsRoutes } from './settings/routes.ts';
import { statsRoutes } from './stats/routes.ts';

const tag = 'Machines';
const deletionQuery = z.strictObject({ deletePrograms: z.enum(['0', '1']).default('0') });
const pages = { itemsPerPage: 30, max: 2000 };
const activityQuery = listQuery({ filters: activityFilters, order: ['date'], ...pages });
const faultQuery = listQuery({ filters: errorFilters, order: ['dateStart'], ...pages });
const readingQuery = listQuery({ filters: logFilters, order: ['at'], ...pages, itemsPerPage: 500 });

export function machineRoutes(app: App, services: Services): void {
  categoryRoutes(app);
  listRoutes(app, services);
  changeRoutes(app, services);
  logRoutes(app, services);
  installationRoutes(app, services);
  settingsRoutes(app, services);
  statsRoutes(app, services);
  extractRoutes(app, services);
  bakeRoutes(app, services);
  faultRoutes(app, services);
  contentsRoutes(app, services);
}

function categoryRoutes(app: App): void {
  catalogueRoutes(app, {
    path: '/categories',
    allow: 'categories.list',
    type: 'Category',
    tag: 'Machines',
    names: {
      list: ['listCategories', 'List the categories of machines'],
      item: ['getCategory', 'Read a category of machines'],
    },
    query: categoryQuery,
    list: collection(categoryView),
    item: categoryView,
    read: ({ language }) => machineCategoryCodes.map((code) => categoryFor(code, language)),
  });
}

function categoryFor(code: MachineCategoryCode, language: Language): CategoryView {
  const { name, description } = machineCategories[code];
  return {
    '@id': iri('categories', code),
    '@type': 'Category',
    id: code,
    code,
    name: say(name, language),
    description: say(description, language),
  };
}

function listRoutes(app: App, services: Services): void {
  app.get(
    '/machines',
    {
      config: { allow: 'machines.list' },
      schema: {
        querystring: machineQuery,
        response: { 200: collection(machineView) },
        named: { tag, name: usualName('GET', '/machines') },
      },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await services.db.read(scopeOf(member), (trx) =>
        listMachines(trx, member, request.query, services.now()),
      );
      return writtenEnvelope<MachineView>(request, 'Machine', found);
    },
  );
  const calls = memberCalls(app, services, tag);
  calls.read(
    '/machines/counts',
    {
      allow: 'machines.list',
      name: ['countMachines', 'Count machines by state'],
      query: machineQuery,
      answer: machineCounts,
    },
    ({ trx, caller }, _, selection) => countMachines(trx, caller, selection),
  );
  calls.read('/machines/:id', { allow: 'machines.show', answer: machineView }, showMachine);
}

function changeRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, tag);
  const answer = machineView;
  calls.create('/machines', { allow: 'machines.create', body: machineInput, answer }, createMachine);
  calls.update('/machines/:id', { allow: 'machines.change', body: machineUpdate, answer }, editMachine);
  calls.remove('/machines/:id', { allow: 'machines.delete', query: deletionQuery }, (context, id, query) =>
    dropMachine(context, id, query.deletePrograms === '1'),
  );
  calls.act('POST', '/machines/:id/restore', { allow: 'machines.delete' }, restoreMachine);
  calls.read(
    '/machines/:id/deletion',
    {
      allow: 'machines.delete',
      name: ['previewMachineDeletion', 'Read what would be deleted with a machine'],
      answer: machineDeletion,
    },
    findDeletion,
  );
  calls.answer(
    'POST',
    '/machines/:id/release',
    { allow: 'machines.approve', name: ['releaseMachine', 'End the pairing of a machine'], answer },
    releaseMachine,
  );
  app.post(
    '/machines/:id/connect',
    {
      config: { allow: 'machines.connect' },
      schema: {
        params: idParams,
        body: connectInput,
        response: { 200: answer },
        named: named(tag, 'openPairing', 'Open the pairing window of a machine'),
      },
    },
    (request) =>
      inContext(services, memberOf(callerOf(request)), (context) =>
        openPairing(context, request.params.id, { address: request.ip, pin: request.body?.pin }),
      ),
  );
}

function logRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, tag);
  const allow = 'machines.show';
  calls.list(
    '/machines/:id/activities',
    {
      allow,
      name: ['listMachineActivities', 'List what a machine did'],
      type: 'Activity',
      query: activityQuery,
      item: activityView,
    },
    listActivities,
  );
  calls.list(
    '/machines/:id/errors',
    {
      allow,
      name: ['listMachineErrors', 'List the faults of a machine'],
      type: 'MachineError',
      query: faultQuery,
      item: faultView,
    },
    listErrors,
  );
  calls.list(
    '/machines/:id/readings',
    {
      allow,
      name: ['listMachineReadings', 'List the temperatures of a machine'],
      type: 'Reading',
      query: readingQuery,
      item: readingView,
    },
    listReadings,
  );
}
