import type { ProfileView } from '@fournil/contract/accounts/profile';
import { imageAddress } from '@fournil/contract/images/images';
import { fullNameOf } from '@fournil/contract/kit/person';
import { rolesOf } from '@fournil/contract/rights/roles';
import { gateScope } from '../../db/database.ts';
import { columnsOfKnownUsers } from '../../db/tables/accounts.ts';
import type { Caller } from '../../kit/caller.ts';
import { notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';

/** GET `profile`: runs as the login `gate`, because staff have no organisation. */
export async function findProfile(services: Services, caller: Caller): Promise<ProfileView> {
  const row = await services.db.as(gateScope, (trx) =>
    trx
      .selectFrom('users')
      .leftJoin('organisations', 'organisations.id', 'users.organisationId')
      .select(columnsOfKnownUsers)
      .leftJoin('sessions', (join) => join.on('sessions.id', '=', caller.sessionId))
      .select((eb) => [
        'sessions.expiresAt as until',
        eb.fn.coalesce('users.society', 'organisations.name').as('society'),
        eb
          .selectFrom('accountTokens')
          .select('accountTokens.email')
          .whereRef('accountTokens.userId', '=', 'users.id')
          .where('kind', '=', 'email')
          .where('usedAt', 'is', null)
          .where('accountTokens.expiresAt', '>', services.now())
          .as('pendingEmail'),
        eb
          .selectFrom('recoveryCodes')
          .select(eb.fn.countAll<number>().as('left'))
          .whereRef('recoveryCodes.userId', '=', 'users.id')
          .as('recoveryCodesLeft'),
      ])
      .where('users.id', '=', caller.userId)
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return {
    id: row.id,
    username: row.email,
    email: row.email,
    pendingEmail: row.pendingEmail,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: fullNameOf(row),
    society: row.society,
    imageUrl: row.pictureId && imageAddress(row.pictureId),
    description: row.description,
    phone: row.phone,
    street: row.street,
    zipcode: row.zipcode,
    city: row.city,
    country: row.country,
    kind: row.kind,
    roles: rolesOf(caller),
    rights: [...caller.rights],
    countryCode: row.countryCode,
    temperatureUnitPreference: row.temperatureUnitPreference,
    displayDatePreference: row.displayDatePreference,
    timezone: row.timezone,
    notificationProblems: row.notificationProblems,
    notificationPrograms: row.notificationPrograms,
    notificationTags: row.notificationTags,
    notificationStructures: row.notificationStructures,
    notificationMachines: row.notificationMachines,
    googleAuthenticatorConfirmed: row.googleAuthenticatorConfirmed,
    recoveryCodesLeft: row.recoveryCodesLeft ?? 0,
    isEuroFourControl: row.isEuroFourControl,
    version: row.version,
    master: caller.master ? { ...masterOf(caller.master), until: (row.until ?? services.now()).toISOString() } : null,
  };
}

function masterOf({ fullName, kind, remoteParamsEdit }: NonNullable<Caller['master']>) {
  return { fullName, kind, remoteParamsEdit };
}
