import { connectionView, historyEventView, historyFilters, historyLimits, historyPerson } from '@fournil/contract/history/historyEvent';
import { collection } from '@fournil/contract/kit/hydra';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { staffScope } from '../db/database.ts';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { sendCsv } from '../kit/csv.ts';
import { exporting } from '../kit/exports.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { idParams } from '../kit/params.ts';
import { requireMachine, requireProgram, requireStructure, requireTag, requireUser } from '../rights/index.ts';
import { historyFile } from './historyFile.ts';
import { listActors, listConnections, listHistory } from './queries.ts';

const answer = { response: { 200: collection(historyEventView) } };
const sliceOf = (request: FastifyRequest) =>
  readList(request.query as Record<string, unknown>, historyFilters, [], { itemsPerPage: historyLimits.firstLines });

/** HIS-02. Whoever may not see the thing may not see its history. */
export function historyRoutes(app: App, house: House): void {
  for (const [entity, allow, require] of [
    ['machine', 'machines.history', requireMachine],
    ['program', 'programs.history', requireProgram],
    ['structure', 'structures.history', requireStructure],
    ['tag', 'tags.history', requireTag],
    ['user', 'users.history', requireUser],
  ] as const) {
    const of = (request: FastifyRequest<{ Params: { id: string } }>) => ({ entity, id: request.params.id });

    app.get(`/history/${entity}/:id/full`, { config: { allow }, schema: { params: idParams, ...answer } }, (request) => {
      const member = memberOf(callerOf(request));
      const slice = sliceOf(request);
      return house.db.read(scopeOf(member), async (trx) => {
        await require(trx, member, request.params.id);
        const { items, total } = await listHistory(trx, member, of(request), slice);
        return envelope(request.url, 'HistoryEvent', items, total, slice);
      });
    });

    app.get(
      `/history/${entity}/:id/people`,
      { config: { allow }, schema: { params: idParams, response: { 200: z.array(historyPerson) } } },
      (request) => {
        const member = memberOf(callerOf(request));
        return house.db.read(scopeOf(member), async (trx) => {
          await require(trx, member, request.params.id);
          return listActors(trx, member, of(request));
        });
      },
    );

    app.get(`/history/${entity}/:id/full.csv`, { config: { allow }, ...exporting, schema: { params: idParams } }, async (request, reply) => {
      const member = memberOf(callerOf(request));
      const { filters } = sliceOf(request);
      const { name } = await house.db.read(scopeOf(member), (trx) => require(trx, member, request.params.id));
      return sendCsv(reply, { name, language: member.language, ...historyFile(house, member, of(request), filters) });
    });
  }

  app.get(
    '/history/impersonalization',
    { config: { allow: 'control.history' }, schema: { response: { 200: collection(connectionView) } } },
    async (request) => {
      const slice = readList(request.query as Record<string, unknown>, {}, [], { itemsPerPage: historyLimits.firstLines });
      const { items, total } = await house.db.read(staffScope, (trx) => listConnections(trx, callerOf(request), slice));
      return envelope(request.url, 'HistoryEvent', items, total, slice);
    },
  );

  app.get('/profile/visits', { config: { allow: 'control.visits' }, schema: { response: { 200: collection(connectionView) } } }, async (request) => {
    const member = memberOf(callerOf(request));
    const slice = readList(request.query as Record<string, unknown>, {}, [], { itemsPerPage: historyLimits.firstLines });
    const { items, total } = await house.db.read(scopeOf(member), (trx) => listConnections(trx, member, slice));
    return envelope(request.url, 'HistoryEvent', items, total, slice);
  });

  app.get('/profile/history', { config: { allow: 'profile.show' }, schema: answer }, async (request) => {
    const caller = callerOf(request);
    const slice = sliceOf(request);
    // Staff write no history of an organisation.
    if (caller.organisationId === null) return envelope(request.url, 'HistoryEvent', [], 0, slice);
    const { items, total } = await house.db.read(scopeOf(caller), (trx) => listHistory(trx, memberOf(caller), { actorId: caller.userId }, slice));
    return envelope(request.url, 'HistoryEvent', items, total, slice);
  });
}
