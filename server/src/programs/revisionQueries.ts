import { iri } from '@fournil/contract/kit/addresses';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { totalSeconds } from '@fournil/contract/phases/settings';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { pageWithTotal } from '../kit/page.ts';
import { visiblePrograms } from '../rights/index.ts';
import { unseenProgram } from './restricted.ts';

type Program = Pick<Selectable<Tables['programs']>, 'id' | 'revision' | 'approvedRevision'>;

/** The revisions of a program, newest first. */
export async function listRevisions(
  context: CallContext,
  id: string,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
) {
  const program = await programOf(context, id);
  const query = seen(context, id);
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll('programRevisions').orderBy('programRevisions.revision', 'desc'),
  );
  return { items: rows.map((row) => toView(row, program)), total };
}

export async function findRevision(context: CallContext, id: string, revision: number): Promise<ProgramRevisionView> {
  const program = await programOf(context, id);
  const row = await seen(context, id)
    .selectAll('programRevisions')
    .where('programRevisions.revision', '=', revision)
    .executeTakeFirst();
  if (!row) throw notFound();
  return toView(row, program);
}

/** A reader who sees the program sees its revisions. */
async function programOf(context: CallContext, id: string): Promise<Program> {
  const { trx, caller: member } = context;
  const program = await trx
    .selectFrom('programs')
    .select(['id', 'revision', 'approvedRevision'])
    .where('id', '=', id)
    .where(visiblePrograms(member))
    .executeTakeFirst();
  if (!program) throw await unseenProgram(context, id);
  return program;
}

/**
 * PRG-03 applies to each revision: one that was never approved is visible to its author and to readers with the right
 * to see such programs.
 */
function seen({ trx, caller: member }: CallContext, id: string) {
  return trx
    .selectFrom('programRevisions')
    .where('programRevisions.programId', '=', id)
    .where('programRevisions.organisationId', '=', member.organisationId)
    .$if(!can(member, 'programs.seeUnapproved'), (qb) =>
      qb.where(sql<boolean>`("programRevisions"."approvedAt" is not null
        or "programRevisions"."createdById" = ${member.userId}
        or exists (select from programs where programs.id = "programId"
          and programs.revision = "programRevisions".revision))`),
    );
}

function toView(row: Selectable<Tables['programRevisions']>, program: Program): ProgramRevisionView {
  return {
    '@id': `${iri('programs', program.id)}/revisions/${row.revision}`,
    '@type': 'ProgramRevision',
    program: iri('programs', program.id),
    revision: row.revision,
    name: row.name,
    category: row.category,
    totalSeconds: totalSeconds(settingsOf(row.phaseGroups)),
    phaseGroups: row.phaseGroups,
    createdBy: row.createdById && row.createdByName ? { id: row.createdById, fullName: row.createdByName } : null,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    isApproved: row.revision === program.approvedRevision,
    isPresent: row.revision === program.revision,
  };
}
