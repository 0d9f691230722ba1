import { iri } from '@fournil/contract/kit/addresses';
import type { MenuRevisionView } from '@fournil/contract/menus/menu';
import type { CallContext } from '../kit/context.ts';
import { pageWithTotal } from '../kit/page.ts';
import { requireMenu } from '../rights/index.ts';
import { programsNamed } from './programsNamed.ts';

/** The revisions of a menu, newest first; a reader who sees the menu sees them. */
export async function listMenuRevisions(
  { trx, caller: member }: CallContext,
  id: string,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
) {
  const menu = await requireMenu(trx, member, id);
  const query = trx
    .selectFrom('menuRevisions')
    .where('organisationId', '=', member.organisationId)
    .where('menuId', '=', id);
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy('revision', 'desc'),
  );
  const programs = await programsNamed(
    trx,
    member,
    rows.flatMap(({ programIds }) => programIds),
  );
  const items = rows.map(
    (row): MenuRevisionView => ({
      '@id': iri('menus', `${id}/revisions/${row.revision}`),
      '@type': 'MenuRevision',
      menu: iri('menus', id),
      revision: row.revision,
      programs: row.programIds.map(programs),
      season: row.season,
      additions: row.additions,
      createdBy: row.createdById && row.createdByName ? { id: row.createdById, fullName: row.createdByName } : null,
      createdAt: row.createdAt.toISOString(),
      approvedAt: row.approvedAt?.toISOString() ?? null,
      isApproved: row.revision === menu.approvedRevision,
      isPresent: row.revision === menu.revision,
    }),
  );
  return { items, total };
}
