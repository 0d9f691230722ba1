import { iri } from '@fournil/contract/kit/addresses';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import {
  type BinnedKind,
  type BinnedThing,
  binnedKinds,
  recycleBinLimits,
} from '@fournil/contract/recycle-bin/recycleBin';
import { resources } from '@fournil/contract/resources';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import type { Member } from '../kit/caller.ts';
import { pageWithTotal } from '../kit/page.ts';
import { inReach } from './reach.ts';
import { withBin } from './withBin.ts';

interface BinPage {
  page: number;
  itemsPerPage: number;
  filters: { q?: string | undefined; entity?: BinnedKind | undefined };
}

/** The entries of these kinds that this person may restore, newest first. */
export function listBin(trx: Trx, member: Member, { page, itemsPerPage, filters }: BinPage) {
  const kinds = binnedKinds.filter(
    (kind) => can(member, resources[kind].restorable) && (filters.entity ?? kind) === kind,
  );
  const query = trx
    .selectFrom('recycleBin')
    .where('organisationId', '=', member.organisationId)
    .where(inReach(member, kinds))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'name', 'deletedByName')));
  return withBin(trx, async () => {
    const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
      qb.selectAll().orderBy('deletedAt', 'desc').orderBy('id'),
    );
    const items = rows.map(
      ({ id, entity, name, deletedByName, deletedAt }): BinnedThing => ({
        '@id': iri(resources[entity].path, id),
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
