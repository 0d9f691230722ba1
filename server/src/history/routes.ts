import { historyEventView, historyLimits } from '@fournil/contract/history/historyEvent';
import { collection } from '@fournil/contract/kit/hydra';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { idParams } from '../kit/params.ts';
import { requireMachine, requireProgram, requireStructure, requireTag, requireUser } from '../rights/index.ts';
import { listHistory, listOwnHistory } from './queries.ts';

const answer = { response: { 200: collection(historyEventView) } };
const defaults = { itemsPerPage: historyLimits.firstLines };

/** HIS-02. Whoever may not see the thing may not see its history. */
export function historyRoutes(app: App, house: House): void {
  for (const [entity, allow, require] of [
    ['machine', 'machines.history', requireMachine],
    ['program', 'programs.history', requireProgram],
    ['structure', 'structures.history', requireStructure],
    ['tag', 'tags.history', requireTag],
    ['user', 'users.history', requireUser],
  ] as const) {
    app.get(`/history/${entity}/:id/full`, { config: { allow }, schema: { params: idParams, ...answer } }, (request) => {
      const member = memberOf(callerOf(request));
      const slice = readList(request.query as Record<string, unknown>, {}, [], defaults);
      return house.db.as(scopeOf(member), async (trx) => {
        await require(trx, member, request.params.id);
        const { items, total } = await listHistory(trx, member, entity, request.params.id, slice);
        return envelope(request.url, 'HistoryEvent', items, total, slice);
      });
    });
  }

  app.get('/profile/history', { config: { allow: 'profile.show' }, schema: answer }, async (request) => {
    const caller = callerOf(request);
    const slice = readList(request.query as Record<string, unknown>, {}, [], defaults);
    // Staff write no history of an organisation.
    if (caller.organisationId === null) return envelope(request.url, 'HistoryEvent', [], 0, slice);
    const { items, total } = await house.db.as(scopeOf(caller), (trx) => listOwnHistory(trx, memberOf(caller), slice));
    return envelope(request.url, 'HistoryEvent', items, total, slice);
  });
}
