import { fullNameOf } from '@fournil/contract/kit/person';
import { record } from '../history/index.ts';
import { emailKey, whyShut } from '../identity/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { checkWatches, countTry, type Throttle } from '../kit/throttle.ts';

const childThrottle: Throttle = { name: 'reset-child', freeTries: 5, firstWaitSeconds: 60, longestSeconds: 3600 };
const adminThrottle: Throttle = { name: 'reset-by', freeTries: 60, firstWaitSeconds: 60, longestSeconds: 3600 };

/**
 * PWD-03: the user gets a link; no other person sees or sets the password. Each call that succeeds sends a mail. Throws
 * 404 for a user of another organisation, 409 for an account that cannot be used, 429 after five links.
 */
export async function sendPasswordLink(services: Services, member: Member, email: string): Promise<void> {
  const key = emailKey(email);
  const watches: Parameters<typeof checkWatches>[1] = [
    [childThrottle, `${member.organisationId}\n${key}`],
    [adminThrottle, member.userId],
  ];
  await checkWatches(services, watches);
  await countTry(services, watches);
  await services.db.as(scopeOf(member), async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'emailVerified', 'firstName', 'lastName', 'active', 'endsAt'])
      .where('organisationId', '=', member.organisationId)
      .where('kind', '=', 'user')
      .where('emailKey', '=', key)
      .executeTakeFirst();
    if (!user) throw notFound();
    const shut = whyShut(services, user, 409);
    if (shut) throw shut;
    // An account that is not activated yet gets its activation link again.
    if (user.emailVerified) await services.jobs.announce(trx, 'account.resetAsked', { email: key, isOwed: true });
    else {
      const invitation = { email: key, invitedBy: member.fullName, isOwed: true } as const;
      await services.jobs.announce(trx, 'account.activationAsked', invitation);
    }
    await record(trx, member, {
      type: 'passwordLink',
      origin: { entity: 'user', id: user.id, name: fullNameOf(user) },
    });
  });
}
