import { entitiesWith } from '@fournil/contract/entities';
import {
  allActivityFilters,
  connectionView,
  historyEventView,
  historyFilters,
  historyLimits,
  historyOrganisation,
  historyPerson,
} from '@fournil/contract/history/historyEvent';
import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { growingListLimits } from '@fournil/contract/kit/growingList';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { resources } from '@fournil/contract/resources';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { staffScope, type Trx } from '../db/database.ts';
import { type Caller, memberOf, scopeOf } from '../kit/caller.ts';
import { badRequest } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { sendCsv } from '../kit/http/csv.ts';
import { exporting } from '../kit/http/exports.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { requireMachine, requireSeen, structureAndBelow } from '../rights/index.ts';
import { historyFile } from './historyFile.ts';
import {
  type HistoryFilters,
  type HistoryOf,
  listActors,
  listConnections,
  listHistory,
  listOrganisations,
} from './queries.ts';
import { recordExport } from './recordExport.ts';

const eventQuery = listQuery({ filters: historyFilters, itemsPerPage: growingListLimits.entries });
const eventFileQuery = listQuery({ filters: { ...historyFilters, ...csvFormatQuery }, itemsPerPage: 0 });
const allActivityFileQuery = listQuery({ filters: { ...allActivityFilters, ...csvFormatQuery }, itemsPerPage: 0 });
const answer = { querystring: eventQuery, response: { 200: collection(historyEventView) } };
const people = { response: { 200: z.array(historyPerson) } };
const allActivityQuery = listQuery({ filters: allActivityFilters, itemsPerPage: historyLimits.allActivityLines });

/** HIS-02, AUD-01. A reader who may not see the record may not see its history. */
export function historyRoutes(app: App, house: House): void {
  thingRoutes(app, house);
  allActivityRoutes(app, house);
  organisationsRoute(app, house);
  const connections = {
    querystring: listQuery({ itemsPerPage: growingListLimits.entries }),
    response: { 200: collection(connectionView) },
  };

  app.get(
    '/history/impersonalization',
    { config: { allow: 'control.history' }, schema: connections },
    async (request) => {
      const found = await house.db.read(staffScope, (trx) => listConnections(trx, callerOf(request), request.query));
      return envelope(request, 'HistoryEvent', found);
    },
  );

  app.get('/profile/visits', { config: { allow: 'control.sessions' }, schema: connections }, async (request) => {
    const member = memberOf(callerOf(request));
    const found = await house.db.read(scopeOf(member), (trx) => listConnections(trx, member, request.query));
    return envelope(request, 'HistoryEvent', found);
  });

  app.get('/profile/history', { config: { allow: 'profile.show' }, schema: answer }, async (request) => {
    const caller = callerOf(request);
    const found = await house.db.read(scopeOf(caller), (trx) =>
      listHistory(trx, caller, { actorId: caller.userId }, request.query),
    );
    return envelope(request, 'HistoryEvent', found);
  });

  app.get(
    '/profile/history.csv',
    { config: { allow: 'profile.show' }, ...exporting, schema: { querystring: eventFileQuery } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { format, ...filters } = request.query.filters;
      return sendCsv(reply, {
        name: caller.fullName,
        ...historyFile(house, caller, { actorId: caller.userId }, filters, { format }),
      });
    },
  );
}

function thingRoutes(app: App, house: House): void {
  for (const entity of entitiesWith('history')) {
    const { history: allow } = resources[entity];
    const of = (request: FastifyRequest<{ Params: { id: string } }>) => ({ entity, id: request.params.id });

    app.get(
      `/history/${entity}/:id/full`,
      { config: { allow }, schema: { params: idParams, ...answer } },
      (request) => {
        const member = memberOf(callerOf(request));
        return house.db.read(scopeOf(member), async (trx) => {
          await requireSeen(trx, member, entity, request.params.id);
          return envelope(request, 'HistoryEvent', await listHistory(trx, member, of(request), request.query));
        });
      },
    );

    app.get(
      `/history/${entity}/:id/people`,
      { config: { allow }, schema: { params: idParams, ...people } },
      (request) => {
        const member = memberOf(callerOf(request));
        return house.db.read(scopeOf(member), async (trx) => {
          await requireSeen(trx, member, entity, request.params.id);
          return listActors(trx, member, of(request));
        });
      },
    );

    app.get(
      `/history/${entity}/:id/full.csv`,
      { config: { allow }, ...exporting, schema: { params: idParams, querystring: eventFileQuery } },
      async (request, reply) => {
        const member = memberOf(callerOf(request));
        const { format, ...filters } = request.query.filters;
        const { id } = request.params;
        const { name, machine } = await house.db.read(scopeOf(member), async (trx) => {
          if (entity !== 'machine')
            return { name: (await requireSeen(trx, member, entity, id)).name, machine: undefined };
          const machine = await requireMachine(trx, member, id);
          return { name: machine.name, machine };
        });
        // Recorded in the organisation's history; in the record's own, the file would begin with its own download.
        await recordExport(house, member, 'history', { organisationId: member.organisationId });
        return sendCsv(reply, {
          name,
          ...historyFile(house, member, of(request), filters, { format, machine }),
        });
      },
    );
  }
}

/** AUD-01: all actions of the reader's organisation or, for the maker, of all organisations and the maker itself. */
function allActivityRoutes(app: App, house: House): void {
  const allow = 'history.all' as const;

  app.get('/history', { config: { allow }, schema: { ...answer, querystring: allActivityQuery } }, (request) => {
    const caller = callerOf(request);
    const { filters, ...slice } = request.query;
    return house.db.read(scopeOf(caller), async (trx) => {
      const query = await queryOf(trx, caller, filters);
      const found = await listHistory(trx, caller, query.of, { ...slice, filters: query.filters });
      return envelope(request, 'HistoryEvent', found);
    });
  });

  app.get(
    '/history.csv',
    { config: { allow }, ...exporting, schema: { querystring: allActivityFileQuery } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { format, ...filters } = request.query.filters;
      const query = await house.db.read(scopeOf(caller), (trx) => queryOf(trx, caller, filters));
      const name = caller.language === 'FR' ? 'Activité' : 'Activity';
      await recordExport(house, caller, 'history', { organisationId: caller.organisationId });
      return sendCsv(reply, {
        name,
        ...historyFile(house, caller, query.of, query.filters, { format }),
      });
    },
  );

  app.get('/history/people', { config: { allow }, schema: { ...people, querystring: allActivityQuery } }, (request) => {
    const caller = callerOf(request);
    const { filters } = request.query;
    return house.db.read(scopeOf(caller), async (trx) => {
      const { of } = await queryOf(trx, caller, filters);
      return listActors(trx, caller, of);
    });
  });
}

/** The organisations that the maker can filter by. */
function organisationsRoute(app: App, house: House): void {
  const answer = { response: { 200: z.array(historyOrganisation) } };
  app.get('/history/organisations', { config: { allow: 'control.history' }, schema: answer }, () =>
    house.db.read(staffScope, listOrganisations),
  );
}

type AllActivity = z.infer<z.ZodObject<typeof allActivityFilters>>;

/** The filter of events. A structure includes everything below it; the maker has no structures. */
async function queryOf(
  trx: Trx,
  caller: Caller,
  { organisation, place, thing, entity, ...rest }: AllActivity,
): Promise<{ of: HistoryOf; filters: HistoryFilters }> {
  const isOfMaker = caller.organisationId === null;
  if (organisation !== undefined && !isOfMaker) throw unknownFilter('organisation');
  if (place !== undefined && isOfMaker) throw unknownFilter('place');
  if (thing !== undefined) {
    if (entity === undefined) throw badRequest({ path: 'entity', key: 'ra.validation.required', args: {} });
    return { of: { entity, id: thing }, filters: rest };
  }
  const filters = {
    ...rest,
    entity,
    ...(place === undefined ? {} : { places: await placesBelow(trx, caller, place) }),
  };
  if (caller.organisationId !== null) return { of: { organisationId: caller.organisationId }, filters };
  return { of: organisation === undefined ? 'everything' : { organisationId: organisation }, filters };
}

const unknownFilter = (path: string) => badRequest({ path, key: 'custom.validation.unknownField', args: {} });

async function placesBelow(trx: Trx, caller: Caller, structureId: string): Promise<string[]> {
  const { rows } = await structureAndBelow(memberOf(caller), structureId).execute(trx);
  // The record keeps the events of a deleted structure.
  return rows.length > 0 ? rows.map(({ id }) => id) : [structureId];
}
