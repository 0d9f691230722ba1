import { fullNameOf } from '@fournil/contract/kit/person';
import type { Right } from '@fournil/contract/rights/rights';
import { type RightsTemplatePreview, rightsTemplateLimits } from '@fournil/contract/users/rightsTemplate';
import { sql } from 'kysely';
import type { CallContext } from '../../kit/context.ts';
import { findRecord } from '../../resources/index.ts';
import { inOrder } from '../rights/templateRights.ts';
import { templateResource } from './resource.ts';

/** The users whose rights would change, and how; all users of a template have the same rights. */
export async function previewTemplate(
  context: CallContext,
  id: string,
  { rights: wantedRights }: { rights: readonly Right[] },
): Promise<RightsTemplatePreview | undefined> {
  const template = await findRecord(context, templateResource, id);
  if (!template) return undefined;
  const { rights: held, people: count } = template;
  const addedRights = inOrder(wantedRights).filter((right) => !held.includes(right));
  const takenRights = held.filter((right) => !wantedRights.includes(right));
  const rows = await context.trx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('rightsTemplateId', '=', id)
    .orderBy(sql`"lastName" collate natural_order`)
    .orderBy('id')
    .limit(rightsTemplateLimits.namedPeople)
    .execute();
  return { people: count, names: rows.map(fullNameOf), added: addedRights, taken: takenRights };
}
