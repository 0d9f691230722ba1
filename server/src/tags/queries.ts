import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import { type TagDetail, tagLimits } from '@fournil/contract/tags/tag';
import { sql } from 'kysely';
import type { CallContext } from '../kit/context.ts';
import { toListedPerson } from '../kit/listedPerson.ts';
import { findRecord } from '../resources/index.ts';
import { visiblePrograms } from '../rights/index.ts';
import { peopleOf } from './people.ts';
import { tagResource } from './resource.ts';

/** TAG-01: a tag with those of its programs that the reader sees. */
export async function findTag(context: CallContext, id: string): Promise<TagDetail | undefined> {
  const { caller } = context;
  const [tag, programs, relatedUsers] = await Promise.all([
    findRecord(context, tagResource, id),
    can(caller, 'programs.list') ? programsOf(context, id) : [],
    can(caller, 'tags.relate') ? peopleOf(context, id) : null,
  ]);
  if (!tag) return undefined;
  const named = programs.map((program) => ({ '@id': iri('programs', program.id), ...program }));
  return { ...tag, programs: named, relatedUsers: relatedUsers?.map(toListedPerson) ?? null };
}

function programsOf({ trx, caller }: CallContext, tagId: string) {
  return trx
    .selectFrom('programs')
    .select(['id', 'name', 'approved'])
    .where(visiblePrograms(caller))
    .where(sql<boolean>`id in (select "programId" from "programTags" where "tagId" = ${tagId})`)
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .limit(tagLimits.namedPrograms)
    .execute();
}
