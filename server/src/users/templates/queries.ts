import { iri } from '@fournil/contract/kit/addresses';
import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights, type Right } from '@fournil/contract/rights/rights';
import {
  type RightsTemplatePreview,
  type RightsTemplateView,
  rightsTemplateLimits,
  type rightsTemplateOrder,
} from '@fournil/contract/rights-templates/rightsTemplate';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isFound } from '../../db/predicates.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Member } from '../../kit/caller.ts';
import { notFound } from '../../kit/errors.ts';
import { pageWithTotal } from '../../kit/page.ts';

interface TemplatePage {
  page: number;
  itemsPerPage: number;
  order: { field: (typeof rightsTemplateOrder)[number]; direction: 'asc' | 'desc' } | null;
  filters: { q?: string | undefined };
}

const people = sql<number>`(select count(*)::int from users where "rightsTemplateId" = "rightsTemplates".id)`;

function templatesOf(trx: Trx, { organisationId }: Member) {
  return trx.selectFrom('rightsTemplates').where('organisationId', '=', organisationId);
}

export async function listTemplates(trx: Trx, member: Member, { page, itemsPerPage, order, filters }: TemplatePage) {
  const query = templatesOf(trx, member).$if(filters.q !== undefined, (qb) =>
    qb.where(isFound(filters.q ?? '', 'name')),
  );
  const direction = order?.direction ?? 'asc';
  const by = order?.field === 'updatedAt' ? sql`"updatedAt"` : sql`name collate natural_order`;
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().select(people.as('people')).orderBy(by, direction).orderBy('id', direction),
  );
  return { items: rows.map(toView), total };
}

export async function findTemplate(trx: Trx, member: Member, id: string): Promise<RightsTemplateView> {
  const row = await templatesOf(trx, member)
    .selectAll()
    .select(people.as('people'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return toView(row);
}

/** The users whose rights would change, and how; all users of a template have the same rights. */
export async function previewTemplate(
  trx: Trx,
  member: Member,
  id: string,
  wanted: readonly Right[],
): Promise<RightsTemplatePreview> {
  const { rights: held, people: count } = await findTemplate(trx, member, id);
  const added = allRights.filter((right) => wanted.includes(right) && !held.includes(right));
  const taken = held.filter((right) => !wanted.includes(right));
  const rows = await trx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('rightsTemplateId', '=', id)
    .orderBy(sql`"lastName" collate natural_order`)
    .orderBy('id')
    .limit(rightsTemplateLimits.namedPeople)
    .execute();
  return { people: count, names: rows.map(fullNameOf), added, taken };
}

function toView(row: Selectable<Tables['rightsTemplates']> & { people: number }): RightsTemplateView {
  return {
    '@id': iri('rights-templates', row.id),
    '@type': 'RightsTemplate',
    id: row.id,
    name: row.name,
    description: row.description,
    rights: allRights.filter((right) => row.rights.includes(right)),
    people: row.people,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
