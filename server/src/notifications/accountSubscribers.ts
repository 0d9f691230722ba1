import { findUserForMail, makeToken } from '../accounts/index.ts';
import { gateScope, type Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { type AccountMail, accountMail } from './accountMails.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findUserForMail>>>;

/** REG-04, PWD-01, PWD-04: mails about accounts. Each job may run twice; a link that is made anew takes the place of the one before. */
export async function subscribeToAccounts(house: House): Promise<void> {
  const { jobs } = house;
  await jobs.on('account.registered', ({ userId }) => withLink(house, { userId }, 'activation', (user) => !user.emailVerified));
  await jobs.on('account.activationAsked', ({ email }) => withLink(house, { email }, 'activation', (user) => !user.emailVerified));
  await jobs.on('account.resetAsked', ({ email }) => withLink(house, { email }, 'reset', (user) => user.active));
  await jobs.on('account.registeredAgain', ({ email }) => plain(house, { email }, 'registeredAgain', house.now()));
  await jobs.on('account.passwordChanged', ({ userId, at }) => plain(house, { userId }, 'passwordChanged', new Date(at)));
}

type Who = { userId: string } | { email: string };

async function withLink(house: House, who: Who, kind: 'activation' | 'reset', isFor: (user: Found) => boolean): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (!user || !isFor(user)) return;
    const token = await makeToken(house, trx, user.id, kind);
    await write(house, trx, user, kind, house.now(), token);
  });
}

async function plain(house: House, who: Who, kind: AccountMail, at: Date): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (user) await write(house, trx, user, kind, at, null);
  });
}

async function write(house: House, trx: Trx, user: Found, kind: AccountMail, at: Date, secret: string | null): Promise<void> {
  const id = newId();
  await trx
    .insertInto('mails')
    .values({
      id,
      organisationId: null,
      reason: `${kind} ${user.id} ${id}`,
      toAddress: user.email,
      toName: `${user.firstName} ${user.lastName}`,
      ...accountMail(kind, at, user, house.config.publicUrl),
      secret: secret === null ? null : house.keys.encrypt(secret),
      createdAt: house.now(),
      sentAt: null,
    })
    .execute();
  await house.jobs.announce(trx, 'mail.written', { organisationId: null, mailId: id });
}
