import { iri } from '@fournil/contract/kit/hydra';
import type { TagView } from '@fournil/contract/tags/tag';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { containsText } from '../kit/list.ts';
import { pageOf } from '../kit/page.ts';
import { visiblePrograms } from '../rights/index.ts';

interface TagPage {
  page: number;
  itemsPerPage: number;
  order: { field: 'name' | 'createdAt'; direction: 'asc' | 'desc' } | null;
  filters: { q?: string | undefined };
}

export async function listTags(trx: Trx, member: Member, { page, itemsPerPage, order, filters }: TagPage) {
  const query = trx
    .selectFrom('tags')
    .where('tags.organisationId', '=', member.organisationId)
    .$if(filters.q !== undefined, (qb) => qb.where(containsText('tags.name', filters.q ?? '')));
  const direction = order?.direction ?? 'asc';
  const [rows, { total }] = await Promise.all([
    query
      .select(['id', 'name', 'description', 'createdAt'])
      .select(programCount(member))
      .orderBy(order?.field === 'createdAt' ? sql`"createdAt"` : sql`name collate natural_order`, direction)
      .orderBy('id', direction)
      .$call(pageOf(page, itemsPerPage))
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toView), total };
}

export async function findTag(trx: Trx, member: Member, id: string): Promise<TagView | undefined> {
  const row = await trx
    .selectFrom('tags')
    .select(['id', 'name', 'description', 'createdAt'])
    .select(programCount(member))
    .where('id', '=', id)
    .where('organisationId', '=', member.organisationId)
    .executeTakeFirst();
  return row && toView(row);
}

function programCount(member: Member) {
  return sql<number>`(select count(*)::int from "programTags" join programs on programs.id = "programId" where "tagId" = tags.id and ${visiblePrograms(member)})`.as(
    'programCount',
  );
}

function toView(row: { id: string; name: string; description: string | null; createdAt: Date; programCount: number }): TagView {
  return { '@id': iri('tags', row.id), '@type': 'Tag', ...row, createdAt: row.createdAt.toISOString() };
}
