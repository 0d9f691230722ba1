import { missingAtFirst, type ProfileUpdate, profileFieldNames } from '@fournil/contract/accounts/profile';
import { fullNameOf } from '@fournil/contract/kit/person';
import { can, needsProof } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { type KnownUser, knownUserColumns } from '../../db/tables/accounts.ts';
import { changesBetween, record } from '../../history/index.ts';
import { emailKey, forgetCaller, requireProof } from '../../identity/index.ts';
import { type Caller, memberOf, scopeOf } from '../../kit/caller.ts';
import { forbidden, notFound, unprocessable } from '../../kit/errors.ts';
import { type ExpectedVersion, refuseStale } from '../../kit/refuseStale.ts';
import type { Services } from '../../kit/services.ts';
import { countAsked, type Throttle } from '../../kit/throttle.ts';

export const emailThrottle: Throttle = {
  name: 'change-email',
  freeTries: 5,
  firstWaitSeconds: 600,
  longestSeconds: 3600,
};

/** PRO-02, PRO-06: changes the fields that are sent. A new e-mail address waits for its link (PRO-03). */
export async function editProfile(
  services: Services,
  caller: Caller,
  update: ProfileUpdate,
  expectedVersion: ExpectedVersion,
): Promise<void> {
  const fields = profileFieldNames.filter((name) => update[name] !== undefined);
  if (fields.length > 0 && !can(caller, 'profile.editFields')) throw forbidden();
  const { email } = update;
  const isNewEmail = email !== undefined && emailKey(email) !== emailKey(caller.email);
  if (isNewEmail) {
    // A client admin's address identifies the organisation to the maker, so only the maker changes it.
    if (caller.kind === 'clientAdmin')
      throw unprocessable({ path: 'email', key: 'custom.validation.locked', args: {} });
    if (needsProof('profile.changeEmail')) await requireProof(services, caller);
    await countAsked(services, [[emailThrottle, caller.userId]]);
  }
  // Staff have no organisation: their own row is changed by the login `gate`.
  const scope = caller.organisationId === null ? gateScope : scopeOf(caller);
  await services.db.as(scope, async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(knownUserColumns)
      .where('id', '=', caller.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound();
    refuseStale(expectedVersion, before);
    const { email: _, society, ...columns } = withoutMissing(update, before);
    const own = society === undefined || society === null ? {} : { society: await nameSociety(trx, caller, society) };
    await trx
      .updateTable('users')
      .set({ ...columns, ...own, version: sql`version + 1` })
      .where('id', '=', caller.userId)
      .execute();
    if (isNewEmail) await services.jobs.announce(trx, 'account.emailAsked', { userId: caller.userId, email });
    const changes = changesBetween(before, update, editedFieldsOf(update));
    const name = fullNameOf({
      firstName: columns.firstName ?? before.firstName,
      lastName: columns.lastName ?? before.lastName,
    });
    if (changes.length > 0)
      await record(trx, caller, { type: 'update', origin: { entity: 'user', id: caller.userId, name }, changes });
  });
  forgetCaller(services, caller.sessionId);
}

/** An empty field may be sent back empty; a value cannot be removed (PRO-02). */
function withoutMissing(update: ProfileUpdate, before: KnownUser): ProfileUpdate {
  const missing = missingAtFirst.filter((name) => update[name] === null);
  // An account without a society of its own has its organisation's.
  const isThere = (name: (typeof missing)[number]) =>
    before[name] !== null || (name === 'society' && before.organisationId !== null);
  const taken = missing.filter(isThere);
  if (taken.length > 0)
    throw unprocessable(...taken.map((path) => ({ path, key: 'ra.validation.required', args: {} })));
  return Object.fromEntries(Object.entries(update).filter(([name]) => !missing.some((one) => one === name)));
}

/** The changes that take effect at once; a new address takes effect when its link is opened. */
function editedFieldsOf(update: ProfileUpdate) {
  return (Object.keys(update) as (keyof ProfileUpdate)[]).filter((field) => field !== 'email');
}

/** A client admin's society is the name of the organisation, and so the society of all its people without their own. */
async function nameSociety(trx: Trx, caller: Caller, society: string): Promise<string | null> {
  if (caller.kind !== 'clientAdmin') return society;
  await trx
    .updateTable('organisations')
    .set({ name: society })
    .where('id', '=', memberOf(caller).organisationId)
    .execute();
  return null;
}
