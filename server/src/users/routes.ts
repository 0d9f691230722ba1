import { collection } from '@fournil/contract/kit/hydra';
import { product } from '@fournil/contract/product';
import type { PersonKind } from '@fournil/contract/rights/roles';
import { userFilters, userOrder, userView } from '@fournil/contract/users/user';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { envelope, readList } from '../kit/list.ts';
import { listUsers } from './queries.ts';

/** The three lists of people: a client's own users, all clients, all technicians. */
export function userRoutes(app: App, house: House): void {
  const answer = { response: { 200: collection(userView) } };
  const list = (kinds: readonly PersonKind[]) => async (request: FastifyRequest) => {
    const caller = callerOf(request);
    const asked = readList(request.query as Record<string, unknown>, userFilters, userOrder, { itemsPerPage: 30 });
    const { items, total } = await house.db.as(scopeOf(caller), (trx) => listUsers(trx, caller.organisationId, kinds, asked));
    return envelope(request.url, 'User', items, total, asked);
  };
  app.get('/users', { config: { allow: 'users.list' }, schema: answer }, list(['user', 'clientAdmin']));
  app.get('/client-admins', { config: { allow: 'client-admins.list' }, schema: answer }, list(['clientAdmin']));
  app.get(`/${product.slug}-technicians`, { config: { allow: 'technicians.list' }, schema: answer }, list(['technician']));
}
