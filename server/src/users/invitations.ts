import { countInWindow } from '../accounts/index.ts';
import { gateScope, inScope, type Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';

/** Mails that an organisation sends to people who did not ask for them. */
const invitations = { name: 'invitations', most: 20, seconds: 600 };

/** USR-05: the account of this transaction gets its mail, unless there were too many of late (429, and nothing is made). */
export async function invite(house: House, trx: Trx, organisationId: string | null, userId: string): Promise<void> {
  if (organisationId !== null) await inScope(trx, gateScope, () => countInWindow(trx, invitations, organisationId, house.now()));
  await house.jobs.announce(trx, 'account.registered', { userId });
}
