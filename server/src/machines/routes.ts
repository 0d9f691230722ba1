import { apiPath, iri } from '@fournil/contract/kit/addresses';
import { collection } from '@fournil/contract/kit/hydra';
import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import {
  activityFilters,
  activityView,
  categoryView,
  connectInput,
  errorFilters,
  faultView,
  logFilters,
  type MachineView,
  machineCounts,
  machineDeletion,
  machineFilters,
  machineInput,
  machineLimits,
  machineOrder,
  machineUpdate,
  machineView,
  readingView,
} from '@fournil/contract/machines/machine';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Trx } from '../db/database.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope, readList, writtenEnvelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { requireMachine } from '../rights/index.ts';
import { createMachine, editMachine } from './actions.ts';
import { deleteMachine, restoreMachine } from './deletion/dropMachine.ts';
import { findDeletion } from './deletion/queries.ts';
import { extractRoutes } from './extract/routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { listActivities, listErrors, listReadings } from './log/queries.ts';
import { openPairing, releaseMachine } from './pairing/actions.ts';
import { countMachines, listMachines, showMachine } from './queries.ts';
import { settingsRoutes } from './settings/routes.ts';
import { statsRoutes } from './stats/routes.ts';

type Query = Record<string, unknown>;
const ownPage = { itemsPerPage: machineLimits.listPageSize };

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
}

function categoryRoutes(app: App): void {
  app.get(
    '/categories',
    { config: { allow: 'categories.list' }, schema: { response: { 200: collection(categoryView) } } },
    (request) => {
      const { language } = callerOf(request);
      const items = machineCategoryCodes.map((code) => {
        const { name, description } = machineCategories[code];
        return {
          '@id': iri('categories', code),
          '@type': 'Category',
          code,
          name: say(name, language),
          description: say(description, language),
        };
      });
      return Promise.resolve(
        envelope(request.url, 'Category', items, items.length, { page: 1, itemsPerPage: items.length }),
      );
    },
  );
}

function listRoutes(app: App, house: House): void {
  app.get(
    '/machines',
    { config: { allow: 'machines.list' }, schema: { response: { 200: collection(machineView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const list = readList(request.query as Query, machineFilters, machineOrder, ownPage);
      const { members, total } = await house.db.read(scopeOf(member), (trx) =>
        listMachines(trx, member, list, house.now()),
      );
      return writtenEnvelope<MachineView>(request.url, 'Machine', members, total, list);
    },
  );

  app.get(
    '/machines/counts',
    { config: { allow: 'machines.list' }, schema: { response: { 200: machineCounts } } },
    (request) => {
      const member = memberOf(callerOf(request));
      const { filters } = readList(request.query as Query, machineFilters, machineOrder, ownPage);
      return house.db.read(scopeOf(member), (trx) => countMachines(trx, member, filters));
    },
  );

  app.get(
    '/machines/:id',
    { config: { allow: 'machines.show' }, schema: { params: idParams, response: { 200: machineView } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      return withVersion(
        reply,
        await house.db.read(scopeOf(member), (trx) => showMachine(house, trx, member, request.params.id)),
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
      config: { allow: 'machines.change' },
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
        querystring: z.strictObject({ deletePrograms: z.enum(['0', '1']) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteMachine(house, memberOf(callerOf(request)), request.params.id, request.query.deletePrograms === '1');
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
  const page = { itemsPerPage: 30, max: 2000 };
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
    { config, schema: { params: idParams, response: { 200: collection(activityView) } } },
    async (request) => {
      const asked = readList(request.query as Query, activityFilters, ['date'], page);
      const { items, total } = await seen(request, (trx, id) => listActivities(trx, id, asked));
      return envelope(request.url, 'Activity', items, total, asked);
    },
  );
  app.get(
    '/machines/:id/errors',
    { config, schema: { params: idParams, response: { 200: collection(faultView) } } },
    async (request) => {
      const asked = readList(request.query as Query, errorFilters, ['dateStart'], page);
      const { items, total } = await seen(request, (trx, id) => listErrors(trx, id, asked));
      return envelope(request.url, 'MachineError', items, total, asked);
    },
  );
  app.get(
    '/machines/:id/readings',
    { config, schema: { params: idParams, response: { 200: collection(readingView) } } },
    async (request) => {
      const asked = readList(request.query as Query, logFilters, ['at'], { itemsPerPage: 500, max: 2000 });
      const items = await seen(request, (trx, machineId, organisationId) =>
        listReadings(trx, { machineId, organisationId }, asked),
      );
      return envelope(`${apiPath}/machines/${request.params.id}/readings`, 'Reading', items, items.length, asked);
    },
  );
}
