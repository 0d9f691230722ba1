import { rights as allRights, type Right } from '@fournil/contract/rights/rights';
import type {
  RightsTemplateInput,
  RightsTemplateUpdate,
  RightsTemplateView,
} from '@fournil/contract/rights-templates/rightsTemplate';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Tables } from '../../db/tables/index.ts';
import { changesBetween, record } from '../../history/index.ts';
import { forgetEverybody } from '../../identity/index.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { notFound } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
import { type ExpectedVersion, refuseStale } from '../../kit/refuseStale.ts';
import { refuseTaken } from '../accountChecks.ts';
import { changeRightsOfTemplate, dissolveTemplate, refuseWithoutParent } from '../rights/templateRights.ts';
import { findTemplate } from './queries.ts';

/** AUD-02: a named set of rights. */
export function createTemplate(
  house: House,
  member: Member,
  { name, description, rights }: RightsTemplateInput,
): Promise<RightsTemplateView> {
  refuseWithoutParent(rights, 'rights');
  const id = newId();
  return namedOnce(() =>
    house.db.as(scopeOf(member), async (trx) => {
      await trx
        .insertInto('rightsTemplates')
        .values({ id, organisationId: member.organisationId, name, description, rights: inOrder(rights) })
        .execute();
      const changes = [{ field: 'rights', before: [], after: inOrder(rights).sort() }];
      await record(trx, member, { type: 'creation', origin: { entity: 'rightsTemplate', id, name }, changes });
      return findTemplate(trx, member, id);
    }),
  );
}

/** Changes only the fields sent; new rights apply to all users of the template with this transaction. */
export async function editTemplate(
  house: House,
  member: Member,
  id: string,
  update: RightsTemplateUpdate,
  expectedVersion: ExpectedVersion,
): Promise<RightsTemplateView> {
  if (update.rights) refuseWithoutParent(update.rights, 'rights');
  const template = await namedOnce(() =>
    house.db.as(scopeOf(member), async (trx) => {
      const before = await lockTemplate(trx, member, id);
      refuseStale(expectedVersion, before);
      await change(contextOf(house, trx, member), before, update);
      return findTemplate(trx, member, id);
    }),
  );
  // Takes effect at once, also for tokens issued before.
  forgetEverybody(house);
  return template;
}

async function change(
  context: CallContext,
  before: Selectable<Tables['rightsTemplates']>,
  update: RightsTemplateUpdate,
) {
  const { trx, caller: member } = context;
  const { id } = before;
  const { name = before.name, description = before.description } = update;
  const wanted = inOrder(update.rights ?? before.rights);
  const changes = changesBetween(
    { ...before, rights: inOrder(before.rights).sort() },
    { name, description, rights: [...wanted].sort() },
  );
  if (changes.length === 0) return;
  await trx
    .updateTable('rightsTemplates')
    .set({ name, description, rights: wanted, updatedAt: context.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await record(trx, member, { type: 'update', origin: { entity: 'rightsTemplate', id, name }, changes });
  if (update.rights) await changeRightsOfTemplate(context, id, wanted);
}

/** Users of the template keep their present rights. */
export function deleteTemplate(house: House, member: Member, id: string, expected: ExpectedVersion): Promise<void> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { name, version } = await lockTemplate(trx, member, id);
    refuseStale(expected, { version });
    await dissolveTemplate(contextOf(house, trx, member), id);
    await trx.deleteFrom('rightsTemplates').where('id', '=', id).execute();
    await record(trx, member, { type: 'deletion', origin: { entity: 'rightsTemplate', id, name } });
  });
}

/** Locks the template: giving it to users and this transaction wait for each other. */
async function lockTemplate(trx: Trx, { organisationId }: Member, id: string) {
  const query = trx
    .selectFrom('rightsTemplates')
    .selectAll()
    .where('id', '=', id)
    .where('organisationId', '=', organisationId);
  const template = await query.forUpdate().executeTakeFirst();
  if (!template) throw notFound();
  return template;
}

function inOrder(wanted: readonly Right[]): Right[] {
  return allRights.filter((right) => wanted.includes(right));
}

function namedOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  return refuseTaken('rightsTemplates_name', { path: 'name', key: 'custom.validation.taken', args: {} }, work);
}
