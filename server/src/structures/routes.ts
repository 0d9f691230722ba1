import { collection } from '@fournil/contract/kit/hydra';
import { structureFilters, structureLimits, structureOrder, structureView } from '@fournil/contract/structures/structure';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { listStructures } from './queries.ts';

export function structureRoutes(app: App, house: House): void {
  app.get('/structures', { config: { allow: 'structures.list' }, schema: { response: { 200: collection(structureView) } } }, async (request) => {
    const member = memberOf(callerOf(request));
    const list = readList(request.query as Record<string, unknown>, structureFilters, structureOrder, { itemsPerPage: structureLimits.listPageSize });
    const { items, total } = await house.db.as(scopeOf(member), (trx) => listStructures(trx, member, list.filters, list));
    return envelope(request.url, 'Structure', items, total, list);
  });
}
