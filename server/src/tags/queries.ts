import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import { type TagDetail, type TagView, tagLimits } from '@fournil/contract/tags/tag';
import type { TagPage } from '@fournil/contract/tags/tagQuery';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type FieldColumns, matchesFields } from '../db/fields.ts';
import { isFound } from '../db/predicates.ts';
import type { Member } from '../kit/caller.ts';
import { toListedPerson } from '../kit/listedPerson.ts';
import { pageWithTotal } from '../kit/page.ts';
import { visiblePrograms } from '../rights/index.ts';

export async function listTags(trx: Trx, member: Member, { page, itemsPerPage, order, filters, fields }: TagPage) {
  const ids = filters.id === undefined ? undefined : [filters.id].flat();
  const columns = columnsFor(member);
  const query = trx
    .selectFrom('tags')
    .where('tags.organisationId', '=', member.organisationId)
    .where(matchesFields(columns, fields))
    .$if(ids !== undefined, (qb) => qb.where(sql<boolean>`tags.id = any(${ids ?? []}::uuid[])`))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'tags.name')));
  const direction = order?.direction ?? 'asc';
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .select(['id', 'name', 'description', 'createdAt', 'updatedAt'])
      .select(programCount(member).as('programCount'))
      .orderBy(columns[order?.field ?? 'name'], direction)
      .orderBy('id', direction),
  );
  return { items: rows.map((row) => toView(row, member)), total };
}

/** The ids of all that match, for a bulk action. */
export async function tagIds(trx: Trx, member: Member, query: TagPage, limit: number): Promise<string[]> {
  const { items } = await listTags(trx, member, { ...query, page: 1, itemsPerPage: limit });
  return items.map(({ id }) => id);
}

/** TAG-01: a tag with those of its programs that the reader sees. */
export async function findTag(trx: Trx, member: Member, id: string): Promise<TagDetail | undefined> {
  const [row, programs, relatedUsers] = await Promise.all([
    trx
      .selectFrom('tags')
      .select(['id', 'name', 'description', 'createdAt', 'updatedAt', 'version'])
      .select(programCount(member).as('programCount'))
      .where('id', '=', id)
      .where('organisationId', '=', member.organisationId)
      .executeTakeFirst(),
    can(member, 'programs.list') ? programsOf(trx, member, id) : [],
    can(member, 'tags.relate') ? relatedUsersOf(trx, id) : null,
  ]);
  if (!row) return undefined;
  return {
    ...toView(row, member),
    programs: programs.map((program) => ({ '@id': iri('programs', program.id), ...program })),
    relatedUsers,
    version: row.version,
  };
}

function programsOf(trx: Trx, member: Member, tagId: string) {
  return trx
    .selectFrom('programs')
    .select(['id', 'name', 'approved'])
    .where(visiblePrograms(member))
    .where(sql<boolean>`id in (select "programId" from "programTags" where "tagId" = ${tagId})`)
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .limit(tagLimits.namedPrograms)
    .execute();
}

/** The names of the assigned people, for the history. */
export async function relatedNames(trx: Trx, tagId: string): Promise<string[]> {
  return (await relatedUsersOf(trx, tagId)).map(({ fullName }) => fullName);
}

async function relatedUsersOf(trx: Trx, tagId: string) {
  const rows = await trx
    .selectFrom('tagUsers')
    .innerJoin('users', 'users.id', 'tagUsers.userId')
    .select(['users.id', 'users.pictureId', sql<string>`"firstName" || ' ' || "lastName"`.as('fullName')])
    .where('tagId', '=', tagId)
    .orderBy(sql`"lastName" collate natural_order`)
    .orderBy('users.id')
    .execute();
  return rows.map(toListedPerson);
}

function programCount(member: Member) {
  return sql<number>`(select count(*)::int from "programTags" join programs on programs.id = "programId"
    where "tagId" = tags.id and ${visiblePrograms(member)})`;
}

/** What the view shows to this reader; see `toView`. */
function columnsFor(reader: Member): FieldColumns<NonNullable<TagPage['order']>['field']> {
  const opens = can(reader, 'tags.open');
  return {
    id: sql`tags.id`,
    name: sql`tags.name collate natural_order`,
    description: opens ? sql`tags.description` : sql`null::text`,
    programCount: opens && can(reader, 'programs.list') ? programCount(reader) : sql`null::int`,
    createdAt: sql`tags."createdAt"`,
    updatedAt: sql`tags."updatedAt"`,
  };
}

interface Row {
  id: string;
  name: string;
  description: string | null;
  createdAt: Date;
  updatedAt: Date;
  programCount: number;
}

/**
 * Decision 0020: readers without the right to open tags get names for pick lists; readers without the right to list
 * programs get no number of programs.
 */
function toView({ id, name, description, createdAt, updatedAt, programCount: count }: Row, reader: Member): TagView {
  const opens = can(reader, 'tags.open');
  return {
    '@id': iri('tags', id),
    '@type': 'Tag',
    id,
    name,
    description: opens ? description : null,
    programCount: opens && can(reader, 'programs.list') ? count : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
