import { collection } from '@fournil/contract/kit/hydra';
import {
  type BinnedKind,
  type BinnedThing,
  binnedKindNames,
  binnedKinds,
  binnedThing,
  recycleBinFilters,
  recycleBinLimits,
} from '@fournil/contract/recycle-bin/recycleBin';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { type Member, memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { envelope, readList } from '../kit/http/list.ts';
import { pageOf } from '../kit/page.ts';
import { inReach } from './reach.ts';
import { withBin } from './withBin.ts';

const dayMilliseconds = 86_400_000;

/** AUD-03: what can still be brought back, of the kinds that the reader may delete. */
export function recycleBinRoutes(app: App, house: House): void {
  app.get(
    '/recycle-bin',
    { config: { allow: 'recycleBin.list' }, schema: { response: { 200: collection(binnedThing) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const asked = readList(request.query as Record<string, unknown>, recycleBinFilters, [], {
        itemsPerPage: recycleBinLimits.pageSize,
      });
      const { items, total } = await house.db.as(scopeOf(member), (trx) => listBin(trx, member, asked));
      return envelope(request.url, 'BinnedThing', items, total, asked);
    },
  );
}

interface Asked {
  page: number;
  itemsPerPage: number;
  filters: { entity?: BinnedKind | undefined };
}

function listBin(trx: Trx, member: Member, { page, itemsPerPage, filters }: Asked) {
  const kinds = binnedKindNames.filter(
    (kind) => can(member, binnedKinds[kind].act) && (filters.entity ?? kind) === kind,
  );
  const query = trx
    .selectFrom('recycleBin')
    .where('organisationId', '=', member.organisationId)
    .where(inReach(member, kinds));
  return withBin(trx, async () => {
    const [rows, { total }] = await Promise.all([
      query.selectAll().orderBy('deletedAt', 'desc').orderBy('id').$call(pageOf(page, itemsPerPage)).execute(),
      query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(
      ({ id, entity, name, deletedByName, deletedAt }): BinnedThing => ({
        '@id': `/api/${binnedKinds[entity].path}/${id}`,
        '@type': 'BinnedThing',
        id,
        entity,
        name,
        deletedBy: deletedByName,
        deletedAt: deletedAt.toISOString(),
        endsAt: new Date(deletedAt.getTime() + recycleBinLimits.days * dayMilliseconds).toISOString(),
      }),
    );
    return { items, total };
  });
}
