import { type RightsTemplatePage, rightsTemplateView } from '@fournil/contract/users/rightsTemplate';
import { sql } from 'kysely';
import type { Member } from '../../kit/caller.ts';
import type { ListedResource } from '../../resources/index.ts';
import { inOrder } from '../rights/templateRights.ts';

/** AUD-02: a named set of rights. */
export const templateResource: ListedResource<
  'rightsTemplates',
  typeof rightsTemplateView,
  Member,
  RightsTemplatePage['filters']
> = {
  entity: 'rightsTemplate',
  table: 'rightsTemplates',
  view: rightsTemplateView,
  seenBy: ({ organisationId }) => sql`"rightsTemplates"."organisationId" = ${organisationId}`,
  fields: () => ({
    people: sql`(select count(*)::int from users where "rightsTemplateId" = "rightsTemplates".id)`,
  }),
  sortedBy: [['name']],
  searched: ['rightsTemplates.name'],
  finish: async (_, rows) => rows.map((row) => ({ ...row, rights: inOrder(row.rights) })),
  unique: { rightsTemplates_name: 'name' },
};
