import { collection } from '@fournil/contract/kit/hydra';
import { refusedMessageView } from '@fournil/contract/machines/refusedMessage';
import { staffScope } from '../../db/database.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { wholeList } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { reachMachine } from '../../rights/index.ts';
import { listRefused } from './queries.ts';

/** MKR-01: what a machine sent and the server refused, for the maker's staff. */
export function refusedRoutes(app: App, services: Services): void {
  app.get(
    '/machines/:id/refused',
    {
      config: { allow: 'machines.refused' },
      schema: {
        named: named('Machines', 'listRefusedMessages', 'List what a machine sent and the server refused'),
        params: idParams,
        response: { 200: collection(refusedMessageView) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      await reachMachine(services, caller, id, async () => undefined);
      const items = await services.db.read(staffScope, (trx) => listRefused(trx, caller, id));
      return wholeList(request, 'RefusedMessage', items);
    },
  );
}
