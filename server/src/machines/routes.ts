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
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Trx } from '../db/database.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { catalogueRoutes } from '../kit/http/catalogue.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope, writtenEnvelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { requireMachine } from '../rights/index.ts';
import { createMachine, editMachine } from './actions.ts';
import { bakeRoutes } from './bakes/routes.ts';
import { contentsRoutes } from './contents/routes.ts';
import { deleteMachine, restoreMachine } from './deletion/dropMachine.ts';
import { findDeletion } from './deletion/queries.ts';
import { extractRoutes } from './extract/routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { listActivities, listErrors, listReadings } from './log/queries.ts';
import { openPairing, releaseMachine } from './pairing/actions.ts';
import { countMachines, listMachines, showMachine } from './queries.ts';
import { settingsRoutes } from './settings/routes.ts';
import { statsRoutes } from './stats/routes.ts';

const pages = { itemsPerPage: 30, max: 2000 };
const activityQuery = listQuery({ filters: activityFilters, order: ['date'], ...pages });
const faultQuery = listQuery({ filters: errorFilters, order: ['dateStart'], ...pages });
const readingQuery = listQuery({ filters: logFilters, order: ['at'], ...pages, itemsPerPage: 500 });

export function machineRoutes(app: App, house: House): void {
  categoryRoutes(app);
  listRoutes(app, house);
  changeRoutes(app, house);
  deletionRoutes(app, house);
  pairingRoutes(app, house);
  logRoutes(app, house);
  installationRoutes(app, house);
  settingsRoutes(app, house);
  statsRoutes(app, house);
  extractRoutes(app, house);
  bakeRoutes(app, house);
  contentsRoutes(app, house);
}

function categoryRoutes(app: App): void {
  catalogueRoutes(app, {
    path: '/categories',
    allow: 'categories.list',
    type: 'Category',
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

function listRoutes(app: App, house: House): void {
  app.get(
    '/machines',
    {
      config: { allow: 'machines.list' },
      schema: { querystring: machineQuery, response: { 200: collection(machineView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) =>
        listMachines(trx, member, request.query, house.now()),
      );
      return writtenEnvelope<MachineView>(request, 'Machine', found);
    },
  );

  app.get(
    '/machines/counts',
    { config: { allow: 'machines.list' }, schema: { querystring: machineQuery, response: { 200: machineCounts } } },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), (trx) => countMachines(trx, member, request.query));
    },
  );

  app.get(
    '/machines/:id',
    { config: { allow: 'machines.show' }, schema: { params: idParams, response: { 200: machineView } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      return withVersion(
        reply,
        await house.db.read(scopeOf(member), (trx) => showMachine(contextOf(house, trx, member), request.params.id)),
      );
    },
  );
}

function changeRoutes(app: App, house: House): void {
  app.post(
    '/machines',
    { config: { allow: 'machines.create' }, schema: { body: machineInput, response: { 201: machineView } } },
    async (request, reply) => withAddress(reply, await createMachine(house, memberOf(callerOf(request)), request.body)),
  );

  app.put(
    '/machines/:id',
    {
      config: { allow: 'machines.change', takesRecord: true },
      schema: { params: idParams, body: machineUpdate, response: { 200: machineView } },
    },
    async (request, reply) => {
      const machine = await editMachine(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.body,
        ifMatch(request),
      );
      return withVersion(reply, machine);
    },
  );
}

function deletionRoutes(app: App, house: House): void {
  app.delete(
    '/machines/:id',
    {
      config: { allow: 'machines.delete' },
      schema: {
        params: idParams,
        querystring: z.strictObject({ deletePrograms: z.enum(['0', '1']).default('0') }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteMachine(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.query.deletePrograms === '1',
        ifMatch(request),
      );
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/machines/:id/restore',
    { config: { allow: 'machines.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreMachine(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/machines/:id/deletion',
    { config: { allow: 'machines.delete' }, schema: { params: idParams, response: { 200: machineDeletion } } },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), (trx) => findDeletion(trx, member, request.params.id));
    },
  );
}

function pairingRoutes(app: App, house: House): void {
  const schema = { params: idParams, response: { 200: machineView } };
  app.post(
    '/machines/:id/connect',
    { config: { allow: 'machines.connect' }, schema: { ...schema, body: connectInput } },
    (request) =>
      openPairing(house, memberOf(callerOf(request)), request.params.id, {
        address: request.ip,
        pin: request.body?.pin,
      }),
  );
  app.post('/machines/:id/release', { config: { allow: 'machines.approve' }, schema }, (request) =>
    releaseMachine(house, memberOf(callerOf(request)), request.params.id),
  );
}

function logRoutes(app: App, house: House): void {
  const config = { allow: 'machines.show' } as const;
  const seen = async <Result>(
    request: FastifyRequest<{ Params: { id: string } }>,
    read: (trx: Trx, id: string, organisationId: string) => Promise<Result>,
  ) => {
    const member = memberOf(callerOf(request));
    return house.db.as(scopeOf(member), async (trx) => {
      await requireMachine(trx, member, request.params.id);
      return read(trx, request.params.id, member.organisationId);
    });
  };

  app.get(
    '/machines/:id/activities',
    { config, schema: { params: idParams, querystring: activityQuery, response: { 200: collection(activityView) } } },
    async (request) => {
      const found = await seen(request, (trx, id) => listActivities(trx, id, request.query));
      return envelope(request, 'Activity', found);
    },
  );
  app.get(
    '/machines/:id/errors',
    { config, schema: { params: idParams, querystring: faultQuery, response: { 200: collection(faultView) } } },
    async (request) => {
      const found = await seen(request, (trx, id) => listErrors(trx, id, request.query));
      return envelope(request, 'MachineError', found);
    },
  );
  app.get(
    '/machines/:id/readings',
    { config, schema: { params: idParams, querystring: readingQuery, response: { 200: collection(readingView) } } },
    async (request) => {
      const items = await seen(request, (trx, machineId, organisationId) =>
        listReadings(trx, { machineId, organisationId }, request.query),
      );
      return envelope(request, 'Reading', { items, total: items.length });
    },
  );
}
