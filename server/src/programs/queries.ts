import { imageAddress, imageAddressParts } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import type { ProgramDetail, ProgramView } from '@fournil/contract/programs/program';
import type { ProgramPage } from '@fournil/contract/programs/programQuery';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Trx } from '../db/database.ts';
import { addressColumn, type FieldColumns, matchesFields, placeOfCategory } from '../db/fields.ts';
import { isFound, isInFleet } from '../db/predicates.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { pageOf, totalOf } from '../kit/page.ts';
import { seesEveryMachine, structureAndBelow, visibleMachines, visiblePrograms } from '../rights/index.ts';
import { unseenProgram } from './restricted.ts';

/** PRG-01. The page and its total in one round trip. */
export async function listPrograms({ trx, caller: member }: CallContext, asked: ProgramPage) {
  const { page, itemsPerPage, order } = asked;
  const query = filtered(trx, member, asked);
  const direction = order?.direction ?? 'desc';
  const by = columnsFor(member)[order?.field ?? 'updatedAt'];
  const ids = query
    .select('programs.id')
    .orderBy(by, direction)
    .orderBy('programs.id', direction)
    .$call(pageOf(page, itemsPerPage));
  // Related data is read for the rows of this page only, not for those that the offset skips.
  const ofPage = sql<string>`any(array(${ids}))`;
  const [rows, counts, total] = await Promise.all([
    withRelations(trx.selectFrom('programs').where('programs.id', '=', ofPage))
      .orderBy(by, direction)
      .orderBy('programs.id', direction)
      .execute(),
    machineCounts(trx, member, ofPage),
    totalOf(query),
  ]);
  return { items: rows.map((row) => toView(row, counts)), total };
}

/** The ids of all that match, for a bulk action. */
export async function programIds(trx: Trx, member: Member, query: ProgramPage, limit: number): Promise<string[]> {
  const rows = await filtered(trx, member, query).select('programs.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function findProgram(
  { trx, caller: member }: CallContext,
  id: string,
): Promise<ProgramDetail | undefined> {
  const query = trx.selectFrom('programs').where('programs.id', '=', id).where(visiblePrograms(member));
  const [row, counts, sentCount] = await Promise.all([
    withRelations(query).executeTakeFirst(),
    machineCounts(trx, member, sql`${id}`),
    countSent(trx, member, [id]),
  ]);
  return row && { ...toView(row, counts), sentCount: sentCount };
}

/** The machines in service that hold one of these programs: they are sent what is approved. */
export async function countSent(trx: Trx, { organisationId }: Member, programIds: readonly string[]): Promise<number> {
  const { count } = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .where('installations.organisationId', '=', organisationId)
    .where(sql<boolean>`"programId" = any(${programIds}::uuid[])`)
    .where(isInFleet)
    .select(sql<number>`count(distinct machines.id)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The same for the program's page: 404 when the reader does not see it, with a `key` when it is restricted and the
 * reader sees a machine that has it.
 */
export async function showProgram(context: CallContext, id: string): Promise<ProgramDetail> {
  const program = await findProgram(context, id);
  if (!program) throw await unseenProgram(context, id);
  return program;
}

function filtered(trx: Trx, member: Member, { filters, fields }: ProgramPage) {
  const tags = filters.tags === undefined ? undefined : [filters.tags].flat();
  const categories = filters.category === undefined ? undefined : [filters.category].flat();
  const installedOn = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<boolean>`exists (select from installations join machines on machines.id = "machineId"
      where "programId" = programs.id and ${visibleMachines(member)} and ${condition})`;
  return trx
    .selectFrom('programs')
    .where(visiblePrograms(member))
    .where(matchesFields(columnsFor(member), fields))
    .$if(filters.id !== undefined, (qb) =>
      qb.where(sql<boolean>`programs.id = any(${[filters.id ?? []].flat()}::uuid[])`),
    )
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'programs.name')))
    .$if(categories !== undefined, (qb) => qb.where('programs.category', 'in', categories ?? []))
    .$if(filters.approved !== undefined, (qb) => qb.where('programs.approved', '=', filters.approved ?? true))
    .$if(tags !== undefined, (qb) =>
      qb.where(
        sql<boolean>`exists (select from "programTags" where "programId" = programs.id
          and "tagId" = any(${tags ?? []}::uuid[]))`,
      ),
    )
    .$if(filters.machine !== undefined, (qb) => qb.where(installedOn(sql<boolean>`machines.id = ${filters.machine}`)))
    .$if(filters.notOn !== undefined, (qb) =>
      qb.where(sql<boolean>`not ${installedOn(sql<boolean>`machines.id = ${filters.notOn}`)}`),
    )
    .$if(filters.structure !== undefined, (qb) =>
      qb.where(
        installedOn(sql<boolean>`machines."structureId" in (${structureAndBelow(member, filters.structure ?? '')})`),
      ),
    );
}

function withRelations<Output>(query: SelectQueryBuilder<Tables, 'programs', Output>) {
  return query
    .selectAll('programs')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('programTags')
          .innerJoin('tags', 'tags.id', 'programTags.tagId')
          .whereRef('programTags.programId', '=', 'programs.id')
          .select(['tags.id', 'tags.name'])
          .orderBy('tags.name'),
      ).as('tags'),
      imageOfProgram.as('pictureId'),
    ]);
}

/**
 * The number of machines, among those that the member sees, that have each of these programs; programs on none are
 * missing. One grouped query, because a query per program would evaluate the visible machines each time.
 */
async function machineCounts(
  trx: Trx,
  member: Member,
  programIds: RawBuilder<string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('installations')
    .$if(!seesEveryMachine(member), (qb) =>
      qb.innerJoin('machines', 'machines.id', 'installations.machineId').where(visibleMachines(member)),
    )
    .where('programId', '=', programIds)
    .groupBy('programId')
    .select(['programId', sql<number>`count(*)::int`.as('machines')])
    .execute();
  return new Map(rows.map(({ programId, machines }) => [programId, machines]));
}

/** PRG-02: null when the library no longer contains the picture. */
const imageOfProgram = sql<string | null>`(select "pictureId" from "programImages" where id = programs.avatar::uuid)`;

/** What the view shows, and the lists sort and filter by. */
function columnsFor(member: Member): FieldColumns<NonNullable<ProgramPage['order']>['field']> {
  const column = (name: string) => sql.ref(`programs.${name}`);
  const picture = sql`(${imageOfProgram})`;
  return {
    id: column('id'),
    name: sql`programs.name collate natural_order`,
    description: column('description'),
    category: column('category'),
    categoryName: placeOfCategory(column('category'), member.language),
    avatar: sql`(case when ${picture} is not null then programs.avatar end)`,
    imageUrl: addressColumn(picture, imageAddressParts),
    approved: column('approved'),
    revision: column('revision'),
    approvedRevision: column('approvedRevision'),
    totalSeconds: column('totalSeconds'),
    machineCount: sql`(select count(*) from installations join machines on machines.id = installations."machineId"
      where installations."programId" = programs.id and ${visibleMachines(member)})`,
    createdAt: column('createdAt'),
    updatedAt: column('updatedAt'),
    version: column('version'),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof withRelations<unknown>>['executeTakeFirstOrThrow']>> & object;

function toView(row: Row, machineCounts: ReadonlyMap<string, number>): ProgramView {
  return {
    '@id': iri('programs', row.id),
    '@type': 'Program',
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    avatar: row.pictureId && row.avatar,
    imageUrl: row.pictureId && imageAddress(row.pictureId),
    approved: row.approved,
    revision: row.revision,
    approvedRevision: row.approvedRevision,
    totalSeconds: row.totalSeconds,
    phaseGroups: row.phaseGroups,
    tags: row.tags.map((tag) => ({ '@id': iri('tags', tag.id), ...tag })),
    machineCount: machineCounts.get(row.id) ?? 0,
    createdBy: row.createdById && row.createdByName ? { id: row.createdById, fullName: row.createdByName } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
