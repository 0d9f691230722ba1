import { rights as allRights, type Right, subRightsOf } from '@fournil/contract/rights/rights';
import type { RightChange, RightsPreview } from '@fournil/contract/users/rights';
import type { UserDetail } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { forgetEverybody, selectPeople, toCaller } from '../../identity/index.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { conflict, notFound, Refusal } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStale } from '../../kit/refuseStale.ts';
import { visibleCountsOf } from '../../rights/index.ts';
import { readUser, rightsOf } from '../detail.ts';
import { holdTemplate, refuseWithoutParent, rightsEvent, type Template } from './templateRights.ts';

const holdsAllWords = {
  en: 'An administrator holds every right.',
  fr: 'Un administrateur possède tous les droits.',
};
const ofTemplateWords = {
  en: 'These rights are those of a template. Leave the template first, or change it.',
  fr: 'Ces droits sont ceux d’un modèle. Quittez d’abord le modèle, ou modifiez-le.',
};

/** RGT-03: gives or takes one right. A sub-right needs its parent; taking a parent takes its sub-rights. */
export function changeRight(
  house: House,
  member: Member,
  { user, role, active, leaveTemplate = false }: RightChange,
): Promise<UserDetail> {
  return keepRights(house, member, user, { expectedVersion: null, leaveTemplate }, (held) => {
    const gone = active ? [] : [role, ...subRightsOf(role)];
    return [...held.filter((right) => !gone.includes(right)), ...(active && !held.includes(role) ? [role] : [])];
  });
}

/** Sets all rights together, after their preview. */
export function setRights(
  house: House,
  member: Member,
  id: string,
  { rights, leaveTemplate = false }: { rights: readonly Right[]; leaveTemplate?: boolean | undefined },
  expectedVersion: ExpectedVersion,
): Promise<UserDetail> {
  return keepRights(house, member, id, { expectedVersion, leaveTemplate }, () => [...new Set(rights)]);
}

async function keepRights(
  house: House,
  member: Member,
  id: string,
  { expectedVersion, leaveTemplate }: { expectedVersion: ExpectedVersion; leaveTemplate: boolean },
  next: (held: readonly Right[]) => Right[],
): Promise<UserDetail> {
  const user = await house.db.as(scopeOf(member), async (trx) => {
    const before = await lockUser(trx, member, id);
    refuseStale(expectedVersion, before);
    // AUD-02: rights that come from a template change for one user only if the caller asks to leave it.
    if (before.rightsTemplateId !== null && !leaveTemplate)
      throw new Refusal(409, ofTemplateWords, { key: 'custom.rights.ofTemplate' });
    const wanted = next(await rightsOf(trx, id));
    refuseWithoutParent(wanted, 'role');
    await settle(contextOf(house, trx, member), before, wanted, null);
    return readUser(trx, id);
  });
  // Takes effect at once, also for tokens issued before.
  forgetEverybody(house);
  return user;
}

/**
 * AUD-02: gives the user this template, with its present and future rights; null removes the template and keeps the
 * rights.
 */
export async function chooseTemplate(
  house: House,
  member: Member,
  id: string,
  template: string | null,
  expectedVersion: ExpectedVersion,
): Promise<UserDetail> {
  const user = await house.db.as(scopeOf(member), async (trx) => {
    await giveTemplate(contextOf(house, trx, member), id, template, expectedVersion);
    return readUser(trx, id);
  });
  forgetEverybody(house);
  return user;
}

/**
 * The same within a transaction; returns whether anything changed. The template is locked first, then its users:
 * changing a template locks in the same order.
 */
export async function giveTemplate(
  context: CallContext,
  id: string,
  templateId: string | null,
  expectedVersion: ExpectedVersion = null,
): Promise<boolean> {
  const { trx, caller: member } = context;
  const template = templateId === null ? null : await holdTemplate(trx, templateId, 'template');
  const before = await lockUser(trx, member, id);
  refuseStale(expectedVersion, before);
  return settle(context, before, template?.rights ?? (await rightsOf(trx, id)), template);
}

type Locked = Awaited<ReturnType<typeof lockUser>>;

async function lockUser(trx: Trx, { organisationId }: Member, id: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'kind', 'version', 'firstName', 'lastName', 'rightsTemplateId'])
    .select(sql<string | null>`(select name from "rightsTemplates" where id = "rightsTemplateId")`.as('templateName'))
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  if (user.kind !== 'user') throw conflict(holdsAllWords);
  return user;
}

/** Sets these rights, and this template or none; returns whether anything changed. */
async function settle(
  context: CallContext,
  user: Locked,
  wanted: readonly Right[],
  template: Template | null,
): Promise<boolean> {
  const { trx, caller: member } = context;
  const { id } = user;
  const { organisationId } = member;
  const held = await rightsOf(trx, id);
  const added = wanted.filter((right) => !held.includes(right));
  const taken = held.filter((right) => !wanted.includes(right));
  const isOther = user.rightsTemplateId !== (template?.id ?? null);
  if (added.length + taken.length === 0 && !isOther) return false;
  if (taken.length > 0)
    await trx.deleteFrom('userRights').where('userId', '=', id).where('right', 'in', taken).execute();
  if (added.length > 0) {
    await trx
      .insertInto('userRights')
      .values(added.map((right) => ({ userId: id, organisationId, right })))
      .execute();
  }
  await trx
    .updateTable('users')
    .set({ rightsTemplateId: template?.id ?? null, version: sql`version + 1`, updatedAt: context.now() })
    .where('id', '=', id)
    .execute();
  const { fields = [], changes = [], ...event } = rightsEvent(user, held, wanted);
  await record(trx, member, {
    ...event,
    fields: [...(isOther ? ['rightsTemplate'] : []), ...fields],
    changes: [
      ...(isOther ? [{ field: 'rightsTemplate', before: user.templateName, after: template?.name ?? null }] : []),
      ...(fields.length > 0 ? changes : []),
    ],
  });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: [id] });
  return true;
}

/** What this user would see with these rights, by the conditions of the lists. */
export function previewRights(
  house: House,
  member: Member,
  id: string,
  rights: readonly Right[],
): Promise<RightsPreview> {
  return house.db.as(scopeOf(member), async (trx) => {
    await lockUser(trx, member, id);
    refuseWithoutParent(rights, 'role');
    const person = await selectPeople(trx).where('id', '=', id).executeTakeFirst();
    if (!person) throw notFound();
    const as = { ...toCaller(person, ''), rights: allRights.filter((right) => rights.includes(right)) } as Member;
    const counts = (await visibleCountsOf(trx, as, [id])).get(id);
    if (!counts) throw notFound();
    return counts;
  });
}
