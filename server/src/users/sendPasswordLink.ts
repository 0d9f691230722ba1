import { fullNameOf } from '@fournil/contract/kit/person';
import { record } from '../history/index.ts';
import { emailKey, isOpenAt } from '../identity/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { checkWatches, countTry, type Throttle } from '../kit/throttle.ts';

const childThrottle: Throttle = { name: 'reset-child', freeTries: 5, firstWaitSeconds: 60, longestSeconds: 3600 };
const adminThrottle: Throttle = { name: 'reset-by', freeTries: 60, firstWaitSeconds: 60, longestSeconds: 3600 };

/**
 * PWD-03: the user gets a link; no other person sees or sets the password. For a user of another organisation it throws
 * 404.
 */
export async function sendPasswordLink(house: House, member: Member, email: string): Promise<void> {
  const key = emailKey(email);
  const watches: Parameters<typeof checkWatches>[1] = [
    [childThrottle, `${member.organisationId}\n${key}`],
    [adminThrottle, member.userId],
  ];
  await checkWatches(house, watches);
  await countTry(house, watches);
  await house.db.as(scopeOf(member), async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'emailVerified', 'firstName', 'lastName'])
      .where('organisationId', '=', member.organisationId)
      .where('kind', '=', 'user')
      .where(isOpenAt(house.now()))
      .where('emailKey', '=', key)
      .executeTakeFirst();
    if (!user) throw notFound();
    // An account that is not activated yet gets its activation link again.
    if (user.emailVerified) await house.jobs.announce(trx, 'account.resetAsked', { email: key });
    else await house.jobs.announce(trx, 'account.activationAsked', { email: key, invitedBy: member.fullName });
    await record(trx, member, {
      type: 'passwordLink',
      origin: { entity: 'user', id: user.id, name: fullNameOf(user) },
    });
  });
}
