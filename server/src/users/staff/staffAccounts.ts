import { passwordLimits } from '@fournil/contract/accounts/password';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { fullNameOf, nameInAddress } from '@fournil/contract/kit/person';
import { product } from '@fournil/contract/product';
import type { TechnicianInput } from '@fournil/contract/users/technician';
import type { ClientAdminInput, UserDetail } from '@fournil/contract/users/user';
import { createAccount, createOrganisation, hashPassword, refuseGuessable } from '../../accounts/index.ts';
import { gateScope } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { emailKey, forgetEverybody } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { checkWatches, countTry, type Throttle } from '../../kit/throttle.ts';
import { refusePast, refuseTakenAddress } from '../accountChecks.ts';
import { readUser } from '../detail.ts';
import { keepOneAdmin } from '../lastAdmin.ts';

/**
 * USR-04: creates a client with an organisation of their own, or another administrator of the maker. Both choose their
 * password by mail.
 */
export function createClientAdmin(
  services: Services,
  caller: Caller,
  { kind, countryCode, ...person }: ClientAdminInput,
): Promise<UserDetail> {
  return refuseTakenAddress(() =>
    services.db.as(gateScope, async (trx) => {
      const organisationId = kind === 'clientAdmin' ? await createOrganisation(trx, person.society) : null;
      const id = await createAccount(services, trx, {
        ...person,
        kind,
        organisationId,
        language: countryCode,
        passwordHash: null,
        rights: [],
        emailVerified: false,
      });
      await services.jobs.announce(trx, 'account.registered', { userId: id, invitedBy: caller.fullName });
      await record(
        trx,
        { ...caller, organisationId },
        { type: 'creation', origin: { entity: 'user', id, name: fullNameOf(person) } },
      );
      services.log.info({ event: 'account created', kind, account: id, by: caller.userId }, 'security');
      return readUser(trx, id);
    }),
  );
}

/**
 * TEC-02: an account created by a technician waits until the super admin enables it. The password is for the first
 * sign-in only.
 */
export async function createTechnician(
  services: Services,
  caller: Caller,
  input: TechnicianInput,
): Promise<UserDetail> {
  const { password, countryCode, firstName, lastName, endsAt, ...person } = input;
  refusePast(services, endsAt);
  await refuseGuessable({ emailKey: emailKey(input.email) }, password, 'password');
  const passwordHash = await hashPassword(password);
  return refuseTakenAddress(() =>
    services.db.as(gateScope, async (trx) => {
      // Without a name, the part of the address before the @ is the last name.
      const names = { firstName: firstName ?? '', lastName: lastName ?? (firstName ? '' : nameInAddress(input.email)) };
      const id = await createAccount(services, trx, {
        ...person,
        ...names,
        endsAt: endsAt ? new Date(endsAt) : null,
        kind: 'technician',
        organisationId: null,
        language: countryCode,
        timezone: 'UTC',
        passwordHash,
        passwordChangeRequired: true,
        passwordEndsAt: new Date(services.now().getTime() + passwordLimits.firstPasswordDays * dayMilliseconds),
        rights: [],
        emailVerified: true,
        active: caller.kind === 'superAdmin',
      });
      await record(trx, caller, { type: 'creation', origin: { entity: 'user', id, name: fullNameOf(names) } });
      services.log.info(
        { event: 'account created', kind: 'technician', account: id, by: caller.userId, product: product.slug },
        'security',
      );
      return readUser(trx, id);
    }),
  );
}

const linkThrottle: Throttle = { name: 'technician-link', freeTries: 3, firstWaitSeconds: 600, longestSeconds: 3600 };

/** TEC-02: sends a link by which a technician chooses a password, as long as the first one has not been changed. */
export async function sendTechnicianLink(services: Services, caller: Caller, id: string): Promise<void> {
  const person = await services.db.read(gateScope, (trx) =>
    trx
      .selectFrom('users')
      .select(['emailKey', 'active', 'passwordChangeRequired', 'firstName', 'lastName'])
      .where('id', '=', id)
      .where('kind', '=', 'technician')
      .executeTakeFirst(),
  );
  if (!person) throw notFound();
  if (!person.active) throw conflict({ en: 'Enable the account first.', fr: 'Activez d’abord le compte.' });
  if (!person.passwordChangeRequired)
    throw conflict({
      en: 'This technician has a password of their own.',
      fr: 'Ce technicien a déjà son propre mot de passe.',
    });
  const watches: Parameters<typeof checkWatches>[1] = [[linkThrottle, id]];
  await checkWatches(services, watches);
  await countTry(services, watches);
  await services.db.as(gateScope, async (trx) => {
    await services.jobs.announce(trx, 'account.resetAsked', { email: person.emailKey, isOwed: true });
    await record(trx, caller, { type: 'passwordLink', origin: { entity: 'user', id, name: fullNameOf(person) } });
  });
  services.log.info({ event: 'link sent', account: id, by: caller.userId }, 'security');
}

/** TEC-03: deletes a technician or another super admin; the last super admin stays. */
export async function deleteStaff(services: Services, caller: Caller, id: string): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const person = await trx
      .selectFrom('users')
      .select(['id', 'kind', 'organisationId', 'emailVerified', 'firstName', 'lastName'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (person?.organisationId !== null) throw notFound();
    if (id === caller.userId)
      throw conflict({
        en: 'You cannot delete your own account.',
        fr: 'Vous ne pouvez pas supprimer votre propre compte.',
      });
    await keepOneAdmin(trx, person);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await record(trx, caller, { type: 'deletion', origin: { entity: 'user', id, name: fullNameOf(person) } });
  });
  forgetEverybody(services);
  services.log.info({ event: 'account deleted', account: id, by: caller.userId }, 'security');
}
