import type { Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import type { Services } from '../kit/services.ts';
import { countAskedInWindow } from '../kit/throttle.ts';

/** Mails that an organisation sends to people who did not ask for them. */
const invitations = { name: 'invitations', most: 20, seconds: 600 };

/**
 * USR-05: announces the mail to the account of this transaction. Throws 429 when there were too many, and nothing is
 * made.
 */
export async function invite(
  services: Services,
  trx: Trx,
  caller: Pick<Caller, 'fullName'>,
  organisationId: string | null,
  userId: string,
): Promise<void> {
  // Counted in a transaction of its own, by the login `gate`; the count stays when the change is refused.
  if (organisationId !== null) await countAskedInWindow(services, invitations, organisationId);
  await services.jobs.announce(trx, 'account.registered', { userId, invitedBy: caller.fullName });
}
