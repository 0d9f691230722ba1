import { can } from '@fournil/contract/rights/policy';
import { tagView } from '@fournil/contract/tags/tag';
import type { TagPage } from '@fournil/contract/tags/tagQuery';
import { sql } from 'kysely';
import type { Member } from '../kit/caller.ts';
import type { ListedResource } from '../resources/index.ts';
import { visiblePrograms } from '../rights/index.ts';

/** TAG-01, decision 0020: readers without the right to open tags get their names, for pick lists. */
export const tagResource: ListedResource<'tags', typeof tagView, Member, TagPage['filters']> = {
  entity: 'tag',
  table: 'tags',
  view: tagView,
  seenBy: ({ organisationId }) => sql`tags."organisationId" = ${organisationId}`,
  fields: ({ caller }) => {
    const opens = can(caller, 'tags.open');
    return {
      description: opens ? sql`tags.description` : sql`null::text`,
      programCount: opens && can(caller, 'programs.list') ? programCount(caller) : sql`null::int`,
    };
  },
  sortedBy: [['name']],
  searched: ['tags.name'],
};

function programCount(reader: Member) {
  return sql`(select count(*)::int from "programTags" join programs on programs.id = "programId"
    where "tagId" = tags.id and ${visiblePrograms(reader)})`;
}
