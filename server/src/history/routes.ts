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
import { listQuery } from '@fournil/contract/kit/listQuery';
import { resources } from '@fournil/contract/resources';
import { z } from 'zod';
import type { Trx } from '../db/database.ts';
import { type Caller, memberOf, scopeOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { badRequest } from '../kit/errors.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { callerCalls, memberCalls } from '../kit/http/calls.ts';
import { sendCsv } from '../kit/http/csv.ts';
import { exporting } from '../kit/http/exports.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
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

const tag = 'History';
const eventQuery = listQuery({ filters: historyFilters, itemsPerPage: growingListLimits.entries });
const eventFileQuery = listQuery({ filters: { ...historyFilters, ...csvFormatQuery }, itemsPerPage: 0 });
const allActivityFileQuery = listQuery({ filters: { ...allActivityFilters, ...csvFormatQuery }, itemsPerPage: 0 });
const events = { type: 'HistoryEvent', query: eventQuery, item: historyEventView };
const people = { answer: z.array(historyPerson) };
const allActivityQuery = listQuery({ filters: allActivityFilters, itemsPerPage: historyLimits.allActivityLines });

/** HIS-02, AUD-01. A reader who may not see the record may not see its history. */
export function historyRoutes(app: App, services: Services): void {
  thingRoutes(app, services);
  allActivityRoutes(app, services);
  const calls = callerCalls(app, services, tag);
  const connections = {
    type: 'HistoryEvent',
    query: listQuery({ itemsPerPage: growingListLimits.entries }),
    item: connectionView,
  };
  calls.list(
    '/history/impersonalization',
    {
      allow: 'control.history',
      name: ['listControlSessions', 'List the sessions in another person’s name'],
      ...connections,
    },
    listConnections,
  );
  memberCalls(app, services, tag).list(
    '/profile/visits',
    {
      allow: 'control.sessions',
      name: ['listVisits', 'List the sessions of others in the caller’s name or organisation'],
      ...connections,
    },
    listConnections,
  );
  calls.list(
    '/profile/history',
    { allow: 'profile.show', name: ['listOwnHistory', 'List what the caller did'], ...events },
    (context, page) => listHistory(context, { actorId: context.caller.userId }, page),
  );

  app.get(
    '/profile/history.csv',
    {
      config: { allow: 'profile.show' },
      ...exporting,
      schema: {
        named: named(tag, 'exportOwnHistory', 'Download what the caller did'),
        querystring: eventFileQuery,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { format, ...filters } = request.query.filters;
      return sendCsv(reply, {
        name: caller.fullName,
        ...historyFile(services, caller, { actorId: caller.userId }, filters, { format }),
      });
    },
  );
}

function thingRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, tag);
  for (const entity of entitiesWith('history')) {
    const { type, history: allow, one } = resources[entity];
    const path = `/history/${entity}/:id`;

    calls.list(
      `${path}/full`,
      { allow, name: [`list${type}History`, `List the history of a ${one.en}`], ...events },
      async (context, page, id) => {
        await requireSeen(context.trx, context.caller, entity, id);
        return listHistory(context, { entity, id }, page);
      },
    );

    calls.read(
      `${path}/people`,
      { allow, name: [`list${type}HistoryPeople`, `List who changed a ${one.en}`], ...people },
      async (context, id) => {
        await requireSeen(context.trx, context.caller, entity, id);
        return listActors(context, { entity, id });
      },
    );

    app.get(
      `${path}/full.csv`,
      {
        config: { allow },
        ...exporting,
        schema: {
          named: named(tag, `export${type}History`, `Download the history of a ${one.en}`),
          params: idParams,
          querystring: eventFileQuery,
        },
      },
      async (request, reply) => {
        const member = memberOf(callerOf(request));
        const { format, ...filters } = request.query.filters;
        const { id } = request.params;
        const { name, machine } = await services.db.read(scopeOf(member), async (trx) => {
          if (entity !== 'machine')
            return { name: (await requireSeen(trx, member, entity, id)).name, machine: undefined };
          const machine = await requireMachine(trx, member, id);
          return { name: machine.name, machine };
        });
        // Recorded in the organisation's history; in the record's own, the file would begin with its own download.
        await recordExport(services, member, 'history', { organisationId: member.organisationId });
        return sendCsv(reply, { name, ...historyFile(services, member, { entity, id }, filters, { format, machine }) });
      },
    );
  }
}

/** AUD-01: all actions of the reader's organisation or, for the maker, of all organisations and the maker itself. */
function allActivityRoutes(app: App, services: Services): void {
  const calls = callerCalls(app, services, tag);
  const allow = 'history.all' as const;

  calls.list(
    '/history',
    { allow, name: ['listActivity', 'List all that was done'], ...events, query: allActivityQuery },
    async (context, { filters, ...slice }) => {
      const query = await queryOf(context, filters);
      return listHistory(context, query.of, { ...slice, filters: query.filters });
    },
  );

  app.get(
    '/history.csv',
    {
      config: { allow },
      ...exporting,
      schema: {
        named: named(tag, 'exportActivity', 'Download all that was done'),
        querystring: allActivityFileQuery,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { format, ...filters } = request.query.filters;
      const query = await services.db.read(scopeOf(caller), (trx) => queryOf({ trx, caller }, filters));
      const name = caller.language === 'FR' ? 'Activité' : 'Activity';
      await recordExport(services, caller, 'history', { organisationId: caller.organisationId });
      return sendCsv(reply, { name, ...historyFile(services, caller, query.of, query.filters, { format }) });
    },
  );

  calls.read(
    '/history/people',
    { allow, name: ['listActivityPeople', 'List who did something'], ...people, query: allActivityQuery },
    async (context, _, { filters }) => {
      const { of } = await queryOf(context, filters);
      return listActors(context, of);
    },
  );

  // The organisations that the maker can filter by.
  calls.read(
    '/history/organisations',
    {
      allow: 'control.history',
      name: ['listActivityOrganisations', 'List the organisations with a history'],
      answer: z.array(historyOrganisation),
    },
    listOrganisations,
  );
}

type AllActivity = z.infer<z.ZodObject<typeof allActivityFilters>>;

/** The filter of events. A structure includes everything below it; the maker has no structures. */
async function queryOf(
  { trx, caller }: Pick<CallContext<Caller>, 'trx' | 'caller'>,
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
