import { listQuery } from '@fournil/contract/kit/listQuery';
import { outageView } from '@fournil/contract/machines/outages';
import type { App } from '../../kit/http/app.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { requireMachine, requireStructure } from '../../rights/index.ts';
import { listOutages, ofMachine, ofStructure } from './queries.ts';

const outages = { type: 'Outage', query: listQuery({ itemsPerPage: 30, max: 100 }), item: outageView };

/** SCL-01: the outages of a machine, and those of a structure with all below it. */
export function outageRoutes(app: App, services: Services): void {
  memberCalls(app, services, 'Machines').list(
    '/machines/:id/outages',
    { ...outages, allow: 'machines.show', name: ['listMachineOutages', 'List the lost connections of a machine'] },
    async ({ trx, caller }, page, id) => {
      await requireMachine(trx, caller, id);
      return listOutages(trx, caller, ofMachine(id), page);
    },
  );
  memberCalls(app, services, 'Structures').list(
    '/structures/:id/outages',
    { ...outages, allow: 'machines.list', name: ['listStructureOutages', 'List the lost connections of a structure'] },
    async ({ trx, caller }, page, id) => {
      await requireStructure(trx, caller, id);
      return listOutages(trx, caller, ofStructure(caller, id), page);
    },
  );
}
