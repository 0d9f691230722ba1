import type { TemperatureUnit } from '@fournil/contract/kit/units';
import type { Language } from '@fournil/contract/kit/words';
import type { Right } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';
import type { Trx } from '../../db/database.ts';
import { emailKey } from '../../identity/index.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { refuseReserved } from '../profile/formerEmail.ts';
import { newSecurityCode } from '../profile/securityCode.ts';

export interface NewAccount {
  organisationId: string | null;
  kind: PersonKind;
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  language: Language;
  timezone: string;
  /** For a `user`; the rights of other kinds follow from the kind. */
  rights: readonly Right[];
  emailVerified: boolean;
  /** IMP-06; false until the person gives the consent. */
  isEuroFourControl?: boolean;
  /** The rights template from which the rights come (AUD-02). */
  rightsTemplateId?: string | null;
  temperatureUnitPreference?: TemperatureUnit;
  street?: string;
  zipcode?: string | null;
  city?: string;
  country?: string;
  society?: string | null;
  description?: string | null;
  phone?: string | null;
  mobilePhone?: string | null;
  active?: boolean;
  /** Whether another person chose the password. */
  passwordChangeRequired?: boolean;
  /** The end of that password's validity. */
  passwordEndsAt?: Date;
  /** The end date of the account (AUD-02). */
  endsAt?: Date | null;
}

/**
 * Creates an account with its rights, as the login `gate` or within its organisation; the caller has checked that this
 * is allowed.
 */
export async function createAccount(services: Services, trx: Trx, account: NewAccount): Promise<string> {
  const { language, rights, ...columns } = account;
  // Users are created by the login of their organisation, all others by the login `gate`.
  await refuseReserved(services, account.kind === 'user' ? null : trx, account.email, null);
  const id = newId();
  await trx
    .insertInto('users')
    .values({
      id,
      ...columns,
      emailKey: emailKey(account.email),
      countryCode: language,
      securityCode: account.organisationId === null ? null : services.keys.encrypt(newSecurityCode()),
    })
    .execute();
  const { organisationId } = account;
  if (organisationId !== null && rights.length > 0) {
    await trx
      .insertInto('userRights')
      .values(rights.map((right) => ({ userId: id, organisationId, right })))
      .execute();
  }
  return id;
}

/** Creates a client's organisation, before its first admin. */
export async function createOrganisation(trx: Trx, name: string): Promise<string> {
  const id = newId();
  await trx.insertInto('organisations').values({ id, name }).execute();
  return id;
}
