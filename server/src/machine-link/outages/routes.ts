import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { outageView } from '@fournil/contract/machines/outages';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { requireMachine, requireStructure } from '../../rights/index.ts';
import { listOutages, ofMachine, ofStructure } from './queries.ts';

const schema = {
  params: idParams,
  querystring: listQuery({ itemsPerPage: 30, max: 100 }),
  response: { 200: collection(outageView) },
};

/** SCL-01: the outages of a machine, and those of a structure with all below it. */
export function outageRoutes(app: App, house: House): void {
  app.get('/machines/:id/outages', { config: { allow: 'machines.show' }, schema }, async (request) => {
    const member = memberOf(callerOf(request));
    const { id } = request.params;
    const found = await house.db.read(scopeOf(member), async (trx) => {
      await requireMachine(trx, member, id);
      return listOutages(trx, member, ofMachine(id), request.query);
    });
    return envelope(request, 'Outage', found);
  });
  app.get('/structures/:id/outages', { config: { allow: 'machines.list' }, schema }, async (request) => {
    const member = memberOf(callerOf(request));
    const { id } = request.params;
    const found = await house.db.read(scopeOf(member), async (trx) => {
      await requireStructure(trx, member, id);
      return listOutages(trx, member, ofStructure(member, id), request.query);
    });
    return envelope(request, 'Outage', found);
  });
}
