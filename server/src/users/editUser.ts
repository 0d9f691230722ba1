import { fullNameOf, nameInAddress } from '@fournil/contract/kit/person';
import { can, needsProof } from '@fournil/contract/rights/policy';
import { editableFields } from '@fournil/contract/users/editableFields';
import type { AccessFields, UserDetail, UserUpdate, userUpdate } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import type { z } from 'zod';
import { forgetFormer, refuseReserved } from '../accounts/index.ts';
import type { Scope, Trx } from '../db/database.ts';
import { type KnownUser, knownUserColumns } from '../db/tables/accounts.ts';
import { changesBetween, record } from '../history/index.ts';
import { emailKey, endSessionsOf, forgetEverybody, hasProof, proofRequired } from '../identity/index.ts';
import { withPortrait } from '../images/index.ts';
import { type Caller, memberOf } from '../kit/caller.ts';
import { type CallContext, contextOf } from '../kit/context.ts';
import { forbidden, notFound, refuseOther, unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import type { Services } from '../kit/services.ts';
import { refusePast, refuseTakenAddress } from './accountChecks.ts';
import { readUser, scopeOfUser } from './detail.ts';
import { invite } from './invitations.ts';
import { keepOneAdmin } from './lastAdmin.ts';

type UserChange = z.output<typeof userUpdate>;

/** USR-03, USR-05, USR-07, TEC-03: changes the fields sent, if this caller may change all of them for that person. */
export async function editUser(
  services: Services,
  caller: Caller,
  id: string,
  { imageBase64, kind, roles, rights, emailVerified, googleAuthenticatorConfirmed, ...update }: UserChange,
  expectedVersion: ExpectedVersion,
): Promise<UserDetail> {
  const scope = await scopeOfUser(services, caller, id);
  const access = { kind, roles, rights, emailVerified, googleAuthenticatorConfirmed };
  if (Object.values(access).some((value) => value !== undefined)) await refuseOtherAccess(services, scope, id, access);
  if (imageBase64 === undefined) return edit(services, caller, id, update, expectedVersion, scope);
  if (!can(caller, 'images.ofUsers'))
    throw unprocessable({ path: 'imageBase64', key: 'custom.validation.notYours', args: {} });
  return withPortrait(services, memberOf(caller), id, imageBase64, (put) =>
    edit(services, caller, id, update, expectedVersion, scope, put),
  );
}

/** INT-01: what was read may come back; anything else is refused by name. */
async function refuseOtherAccess(
  services: Services,
  scope: Scope,
  id: string,
  requested: { [Field in keyof AccessFields]: AccessFields[Field] | undefined },
): Promise<void> {
  const present = await services.db.read(scope, (trx) => readUser(trx, id));
  for (const [field, value] of Object.entries(requested))
    refuseOther(
      field,
      value === undefined ? undefined : JSON.stringify(value),
      JSON.stringify(present[field as keyof AccessFields]),
    );
}

async function edit(
  services: Services,
  caller: Caller,
  id: string,
  update: UserUpdate,
  expectedVersion: ExpectedVersion,
  scope: Scope,
  besides: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<UserDetail> {
  const isProven = update.email !== undefined && (await hasProof(services, caller));
  let isMoved = false;
  const user = await refuseTakenAddress(() =>
    services.db.as(scope, async (trx) => {
      if (update.email !== undefined) isMoved = (await readUser(trx, id)).email !== update.email;
      await changeUser(contextOf(services, trx, caller, expectedVersion), id, update, isProven);
      await besides(trx);
      return readUser(trx, id);
    }),
  );
  // Outside of the transaction: one that reverts an address locks the same rows in the opposite order.
  if (isMoved) await forgetFormer(services, id);
  forgetEverybody(services);
  return user;
}

/** The same within a transaction; whether anything changed. */
export async function changeUser(
  context: CallContext<Caller>,
  id: string,
  update: UserUpdate,
  isProven = false,
): Promise<boolean> {
  const { trx, caller, expectedVersion } = context;
  const before = await trx
    .selectFrom('users')
    .select(knownUserColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) throw notFound();
  const changes = changesOf(before, before.kind === 'technician' ? namedByAddress(before, update) : update);
  refuseFields(caller, before, changes);
  if (before.kind !== 'technician') refuseNameless(changes);
  if (changes.email !== undefined && needsProof('users.changeEmail') && !isProven) throw proofRequired();
  refuseStale(expectedVersion, before);
  if (Object.keys(changes).length === 0) return false;
  if (changes.active === false || changes.endsAt) await keepOneAdmin(trx, before);
  refusePast(context, changes.endsAt);
  await write(context, before, changes);
  await tell(trx, caller, before, changes);
  return true;
}

function refuseFields(caller: Caller, person: KnownUser, changes: UserUpdate): void {
  const allowed = editableFields({ ...caller, id: caller.userId }, person);
  if (allowed.length === 0) throw forbidden();
  const [refused] = (Object.keys(changes) as (keyof UserUpdate)[]).filter(
    (field) =>
      !allowed.includes(field) ||
      // IMP-06: only the person gives a consent; an administrator can only withdraw it.
      (field === 'isEuroFourControl' && changes[field] === true && person.id !== caller.userId),
  );
  if (refused) throw unprocessable({ path: refused, key: 'custom.validation.notYours', args: {} });
}

/** TEC-02: without any name, the part of the address before the @ is the last name, as at creation. */
function namedByAddress(before: KnownUser, update: UserUpdate): UserUpdate {
  if (update.firstName === undefined && update.lastName === undefined) return update;
  const names = { firstName: update.firstName ?? before.firstName, lastName: update.lastName ?? before.lastName };
  return fullNameOf(names) ? update : { ...update, lastName: nameInAddress(update.email ?? before.email) };
}

/** TEC-02: only a technician may have no name. */
function refuseNameless(changes: UserUpdate): void {
  const missing = (['firstName', 'lastName'] as const).filter((name) => changes[name] === '');
  if (missing.length > 0)
    throw unprocessable(...missing.map((path) => ({ path, key: 'ra.validation.required', args: {} })));
}

function changesOf(known: KnownUser, update: UserUpdate): UserUpdate {
  const before = { ...known, endsAt: known.endsAt?.toISOString() ?? null };
  const entries = Object.entries(update).filter(
    ([field, value]) => value !== undefined && before[field as keyof UserUpdate] !== value,
  );
  return Object.fromEntries(entries);
}

async function write(
  context: CallContext<Caller>,
  { id, organisationId, email: former }: KnownUser,
  changes: UserUpdate,
): Promise<void> {
  const { trx, caller } = context;
  const { email, endsAt, ...otherChanges } = changes;
  if (email !== undefined) await refuseReserved(context, organisationId === null ? trx : null, email, id);
  await trx
    .updateTable('users')
    .set({
      ...otherChanges,
      // Another end date is announced by a mail of its own.
      ...(endsAt === undefined ? {} : { endsAt: endsAt === null ? null : new Date(endsAt), endToldAt: null }),
      // A new address has to be confirmed before anybody can sign in with it.
      ...(email === undefined ? {} : { email, emailKey: emailKey(email), emailVerified: false }),
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  if (email !== undefined) {
    await invite(context, trx, caller, organisationId, id);
    await context.jobs.announce(trx, 'account.emailReplaced', { userId: id, former, at: context.now().toISOString() });
  }
  if (email !== undefined || changes.active === false) await endSessionsOf(context, trx, [id]);
}

async function tell(trx: Trx, caller: Caller, before: KnownUser, changes: UserUpdate): Promise<void> {
  const { id, organisationId } = before;
  const name = fullNameOf({
    firstName: changes.firstName ?? before.firstName,
    lastName: changes.lastName ?? before.lastName,
  });
  await record(
    trx,
    { ...caller, organisationId, master: caller.master ?? null },
    {
      type: 'update',
      origin: { entity: 'user', id, name },
      fields: Object.entries(changes).map(([field, value]) =>
        field === 'active' ? `${value ? '+' : '-'}${field}` : field,
      ),
      changes: changesBetween(before, changes),
    },
  );
  if (organisationId === null) return;
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: [id] });
}
