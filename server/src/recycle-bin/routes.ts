import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { binnedThing, recycleBinFilters, recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { envelope } from '../kit/http/list.ts';
import type { Services } from '../kit/services.ts';
import { listBin } from './queries.ts';

const binQuery = listQuery({ filters: recycleBinFilters, itemsPerPage: recycleBinLimits.pageSize });

/** AUD-03: the records that can be restored, of the kinds that the reader may delete. */
export function recycleBinRoutes(app: App, services: Services): void {
  app.get(
    '/recycle-bin',
    {
      config: { allow: 'recycleBin.list' },
      schema: {
        named: named('Many at once', 'listRecycleBin', 'List what can be restored'),
        querystring: binQuery,
        response: { 200: collection(binnedThing) },
      },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await services.db.as(scopeOf(member), (trx) => listBin(trx, member, request.query));
      return envelope(request, 'BinnedThing', found);
    },
  );
}
