import { type Right, subRightsOf } from '@fournil/contract/rights/rights';
import type { HeldRights, RightChange, RightsPreview } from '@fournil/contract/users/rights';
import type { TemplateChoice } from '@fournil/contract/users/rightsTemplate';
import type { UserDetail } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import { record } from '../../history/index.ts';
import { forgetEverybody, selectPeople, toCaller } from '../../identity/index.ts';
import type { Member } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict, notFound, Refusal } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import { onceCommitted } from '../../kit/onceCommitted.ts';
import { refuseStale } from '../../kit/refuseStale.ts';
import { visibleCountsOf } from '../../rights/index.ts';
import { readUser, rightsOf } from '../detail.ts';
import { holdTemplate, inOrder, refuseWithoutParent, rightsEvent, type Template } from './templateRights.ts';

const holdsAllWords = {
  en: 'An administrator holds every right.',
  fr: 'Un administrateur possède tous les droits.',
};
const ofTemplateWords = {
  en: 'These rights are those of a template. Leave the template first, or change it.',
  fr: 'Ces droits sont ceux d’un modèle. Quittez d’abord le modèle, ou modifiez-le.',
};

/** RGT-03: gives or takes one right. A sub-right needs its parent; taking a parent takes its sub-rights. */
export function changeRight(context: CallContext, _: string, { user, role, active, leaveTemplate }: RightChange) {
  return keepRights(context, user, leaveTemplate, (held) => {
    const gone = active ? [] : [role, ...subRightsOf(role)];
    return [...held.filter((right) => !gone.includes(right)), ...(active && !held.includes(role) ? [role] : [])];
  });
}

/** Sets all rights together, after their preview. */
export function setRights(context: CallContext, id: string, { rights, leaveTemplate }: HeldRights) {
  return keepRights(context, id, leaveTemplate, () => [...new Set(rights)]);
}

async function keepRights(
  context: CallContext,
  id: string,
  leaveTemplate: boolean | undefined,
  next: (held: readonly Right[]) => Right[],
): Promise<UserDetail> {
  const { trx } = context;
  const before = await lockUser(context, id);
  // AUD-02: rights that come from a template change for one user only if the caller asks to leave it.
  if (before.rightsTemplateId !== null && !leaveTemplate)
    throw new Refusal(409, ofTemplateWords, { key: 'custom.rights.ofTemplate' });
  const wanted = next(await rightsOf(trx, id));
  refuseWithoutParent(wanted, 'role');
  await settle(context, before, wanted, null);
  return readUser(trx, id);
}

/**
 * AUD-02: gives the user this template, with its present and future rights; null removes the template and keeps the
 * rights.
 */
export async function chooseTemplate(context: CallContext, id: string, choice: TemplateChoice): Promise<UserDetail> {
  await giveTemplate(context, id, choice);
  return readUser(context.trx, id);
}

/**
 * The same; returns whether anything changed. The template is locked first, then its users:
 * changing a template locks in the same order.
 */
export async function giveTemplate(context: CallContext, id: string, choice: TemplateChoice): Promise<boolean> {
  const { trx } = context;
  const template = choice.template ? await holdTemplate(trx, choice.template, 'template') : null;
  const before = await lockUser(context, id);
  return settle(context, before, template?.rights ?? (await rightsOf(trx, id)), template);
}

type Locked = Awaited<ReturnType<typeof lockUser>>;

async function lockUser({ trx, caller, expectedVersion }: CallContext, id: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'kind', 'version', 'firstName', 'lastName', 'rightsTemplateId'])
    .select(sql<string | null>`(select name from "rightsTemplates" where id = "rightsTemplateId")`.as('templateName'))
    .where('id', '=', id)
    .where('organisationId', '=', caller.organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  if (user.kind !== 'user') throw conflict(holdsAllWords);
  refuseStale(expectedVersion, user);
  return user;
}

/** Sets these rights, and this template or none; returns whether anything changed. */
async function settle(
  context: CallContext,
  user: Locked,
  wantedRights: readonly Right[],
  template: Template | null,
): Promise<boolean> {
  const { trx, caller: member } = context;
  const { id } = user;
  const { organisationId } = member;
  const heldRights = await rightsOf(trx, id);
  const addedRights = wantedRights.filter((right) => !heldRights.includes(right));
  const takenRights = heldRights.filter((right) => !wantedRights.includes(right));
  const isOther = user.rightsTemplateId !== (template?.id ?? null);
  if (addedRights.length + takenRights.length === 0 && !isOther) return false;
  if (takenRights.length > 0)
    await trx.deleteFrom('userRights').where('userId', '=', id).where('right', 'in', takenRights).execute();
  if (addedRights.length > 0) {
    await trx
      .insertInto('userRights')
      .values(addedRights.map((right) => ({ userId: id, organisationId, right })))
      .execute();
  }
  await trx
    .updateTable('users')
    .set({ rightsTemplateId: template?.id ?? null, version: sql`version + 1`, updatedAt: context.now() })
    .where('id', '=', id)
    .execute();
  const { fields = [], changes = [], ...event } = rightsEvent(user, heldRights, wantedRights);
  await record(trx, member, {
    ...event,
    fields: [...(isOther ? ['rightsTemplate'] : []), ...fields],
    changes: [
      ...(isOther ? [{ field: 'rightsTemplate', before: user.templateName, after: template?.name ?? null }] : []),
      ...(fields.length > 0 ? changes : []),
    ],
  });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: [id] });
  onceCommitted(trx, forgetEverybody);
  return true;
}

/** What this user would see with these rights, by the conditions of the lists. */
export async function previewRights(
  context: CallContext,
  id: string,
  { rights }: HeldRights,
): Promise<RightsPreview | undefined> {
  const { trx } = context;
  await lockUser(context, id);
  refuseWithoutParent(rights, 'role');
  const person = await selectPeople(trx).where('id', '=', id).executeTakeFirst();
  if (!person) return undefined;
  const as = { ...toCaller(person, ''), rights: inOrder(rights) } as Member;
  return (await visibleCountsOf(trx, as, [id])).get(id);
}
