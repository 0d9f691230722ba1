import type { ActivateInput } from '@fournil/contract/accounts/password';
import type { RegistrationInput } from '@fournil/contract/accounts/registration';
import { gateScope } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { emailKey, lookUpToken, useToken } from '../../identity/index.ts';
import { unprocessable } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { countAsked, countAskedInWindow, type Throttle, type Window } from '../../kit/throttle.ts';
import { findUser, isFlooded, notVerified } from '../passwords/actions.ts';
import { hashPassword } from '../passwords/hash.ts';
import { refuseGuessable } from '../passwords/refuseGuessable.ts';
import { recordOwn } from '../recordOwn.ts';
import { createAccount, createOrganisation } from './createAccount.ts';

/** High, because many people may register from one address, for example at a trade fair. */
const registerWindow: Window = { name: 'register', most: 100, seconds: 3600 };
/** The limits of sending the mail again: for one account and address, and for one address. */
const resendThrottle: Throttle = { name: 'activation', freeTries: 4, firstWaitSeconds: 60, longestSeconds: 3600 };
const resendWindow: Window = { name: 'activation-address', most: 60, seconds: 3600 };

/**
 * REG-03: a client admin with an organisation of their own, to be activated by mail. An address that is already in use
 * gets the same answer in the same time; its owner gets a mail.
 */
export async function register(services: Services, input: RegistrationInput, address: string): Promise<void> {
  await countAskedInWindow(services, registerWindow, sourceOf(address));
  const key = emailKey(input.email);
  await refuseGuessable({ emailKey: key }, input.password, 'password');
  const passwordHash = await hashPassword(input.password);
  const {
    email,
    firstName,
    lastName,
    society,
    countryCode,
    timezone,
    temperatureUnitPreference,
    street,
    zipcode,
    city,
    country,
  } = input;
  try {
    await services.db.as(gateScope, async (trx) => {
      const organisationId = await createOrganisation(trx, society);
      const userId = await createAccount(services, trx, {
        organisationId,
        kind: 'clientAdmin',
        email,
        passwordHash,
        firstName,
        lastName,
        language: countryCode,
        timezone,
        rights: [],
        emailVerified: false,
        temperatureUnitPreference,
        street,
        zipcode,
        city,
        country,
      });
      await recordOwn(trx, userId, 'creation');
      await services.jobs.announce(trx, 'account.registered', { userId });
    });
    services.log.info({ event: 'registered', address }, 'security');
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'account.registeredAgain', { email: key }));
  }
}

/** REG-04, USR-04: the owner of an invited account chooses the password now; the link stays valid until then. */
export async function activate(services: Services, { token, newPassword }: ActivateInput): Promise<void> {
  const user = await services.db.read(gateScope, async (trx) => {
    const known = await lookUpToken(services, trx, token);
    return known?.kind === 'activation' ? findUser(trx, known.userId) : undefined;
  });
  if (!user) throw notVerified();
  const password = user.passwordHash === null ? { passwordHash: await firstPassword(user, newPassword) } : {};
  await services.db.as(gateScope, async (trx) => {
    if ((await useToken(services, trx, token, 'activation'))?.userId !== user.id) throw notVerified();
    await trx
      .updateTable('users')
      .set({ emailVerified: true, ...password })
      .where('id', '=', user.id)
      .execute();
    await recordOwn(trx, user.id, 'confirmation');
  });
}

async function firstPassword(
  user: { emailKey: string; formerPasswordHash: string | null },
  password: string | undefined,
): Promise<string> {
  if (password === undefined) throw unprocessable({ path: 'newPassword', key: 'ra.validation.required', args: {} });
  await refuseGuessable({ emailKey: user.emailKey, formerHashes: [user.formerPasswordHash] }, password, 'newPassword');
  return hashPassword(password);
}

/** REG-04: sends the mail again; the answer is the same whether the account exists or not. */
export async function sendActivationAgain(services: Services, email: string, address: string): Promise<void> {
  const key = emailKey(email);
  const source = sourceOf(address);
  await countAsked(services, [[resendThrottle, `${key}\n${source}`]]);
  await countAskedInWindow(services, resendWindow, source);
  if (await isFlooded(services, key)) return;
  await services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'account.activationAsked', { email: key }));
}
