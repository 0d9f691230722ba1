import { gateScope } from '../../db/database.ts';
import { emailKey } from '../../identity/index.ts';
import type { House } from '../../kit/house.ts';

/**
 * Switches accounts on or off by their addresses; those that do not exist are left out. Running sessions end with the
 * account.
 */
export async function setActive(house: House, emails: readonly string[], active: boolean): Promise<void> {
  await house.db.as(gateScope, (trx) =>
    trx
      .updateTable('users')
      .set({ active })
      .where('emailKey', 'in', emails.map(emailKey))
      .where('active', '<>', active)
      .execute(),
  );
}
