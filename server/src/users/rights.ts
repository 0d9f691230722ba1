import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights, type Right, restingOn, rightParents, withoutParent } from '@fournil/contract/rights/rights';
import type { RightChange, RightsPreview } from '@fournil/contract/users/rights';
import type { UserDetail } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import { forgetEverybody, selectPeople, toCaller } from '../accounts/index.ts';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { conflict, notFound, stale, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { notifyLive } from '../live/notify.ts';
import { sightsOf } from '../rights/index.ts';
import { readUser, rightsOf } from './detail.ts';

const holdsAllWords = {
  en: 'An administrator holds every right.',
  fr: 'Un administrateur possède tous les droits.',
};

/** RGT-03: one right on or off. One that rests on another needs it; taking one takes what rests on it. */
export function changeRight(house: House, member: Member, { user, role, active }: RightChange): Promise<UserDetail> {
  return keepRights(house, member, user, null, (held) => {
    const gone = active ? [] : [role, ...restingOn(role)];
    return [...held.filter((right) => !gone.includes(right)), ...(active && !held.includes(role) ? [role] : [])];
  });
}

/** All of them together, as they were looked at before. */
export function setRights(house: House, member: Member, id: string, rights: readonly Right[], version: number | null): Promise<UserDetail> {
  return keepRights(house, member, id, version, () => [...new Set(rights)]);
}

async function keepRights(
  house: House,
  member: Member,
  id: string,
  expectedVersion: number | null,
  next: (held: readonly Right[]) => Right[],
): Promise<UserDetail> {
  const user = await house.db.as(scopeOf(member), async (trx) => {
    const before = await lockUser(trx, member, id);
    if (expectedVersion !== null && expectedVersion !== before.version) throw stale();
    const held = await rightsOf(trx, id);
    const wanted = next(held);
    checkParents(wanted);
    await replace(house, trx, member, before, held, wanted);
    return readUser(trx, id);
  });
  // Also for the tokens that are out already, from this moment.
  forgetEverybody(house);
  return user;
}

async function lockUser(trx: Trx, { organisationId }: Member, id: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'kind', 'version', 'firstName', 'lastName'])
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  if (user.kind !== 'user') throw conflict(holdsAllWords);
  return user;
}

function checkParents(wanted: readonly Right[]): void {
  const right = withoutParent(wanted);
  if (right === null) return;
  throw unprocessable({ path: 'role', key: 'custom.validation.rightParent', args: { right, parent: rightParents[right] ?? '' } });
}

async function replace(
  house: House,
  trx: Trx,
  member: Member,
  { id, firstName, lastName }: { id: string; firstName: string; lastName: string },
  held: readonly Right[],
  wanted: readonly Right[],
): Promise<void> {
  const { organisationId } = member;
  const added = wanted.filter((right) => !held.includes(right));
  const taken = held.filter((right) => !wanted.includes(right));
  if (added.length + taken.length === 0) return;
  if (taken.length > 0) await trx.deleteFrom('userRights').where('userId', '=', id).where('right', 'in', taken).execute();
  if (added.length > 0) {
    await trx
      .insertInto('userRights')
      .values(added.map((right) => ({ userId: id, organisationId, right })))
      .execute();
  }
  await trx.updateTable('users').set({ version: sql`version + 1`, updatedAt: house.now() }).where('id', '=', id).execute();
  const signed = [...added.map((right) => `+${right}`), ...taken.map((right) => `-${right}`)];
  await record(trx, member, {
    type: 'update',
    origin: { entity: 'user', id, name: fullNameOf({ firstName, lastName }) },
    fields: signed,
    changes: [{ field: 'rights', before: [...held].sort(), after: [...wanted].sort() }],
  });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: [id] });
}

/** What this user would see with these rights, by the same reading as the lists themselves. */
export function previewRights(house: House, member: Member, id: string, rights: readonly Right[]): Promise<RightsPreview> {
  return house.db.as(scopeOf(member), async (trx) => {
    await lockUser(trx, member, id);
    checkParents(rights);
    const person = await selectPeople(trx).where('id', '=', id).executeTakeFirst();
    if (!person) throw notFound();
    const as = { ...toCaller(person, ''), rights: allRights.filter((right) => rights.includes(right)) } as Member;
    const sight = (await sightsOf(trx, as, [id])).get(id);
    if (!sight) throw notFound();
    return sight;
  });
}
