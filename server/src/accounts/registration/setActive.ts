import { gateScope } from '../../db/database.ts';
import { emailKey } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';

/**
 * Enables or disables accounts by their addresses; unknown ones are left out. The sessions of a disabled account end.
 * Returns the number of accounts that were otherwise before.
 */
export async function setActive(services: Services, emails: readonly string[], active: boolean): Promise<number> {
  const result = await services.db.as(gateScope, (trx) =>
    trx
      .updateTable('users')
      .set({ active })
      .where('emailKey', 'in', emails.map(emailKey))
      .where('active', '<>', active)
      .executeTakeFirst(),
  );
  return Number(result.numUpdatedRows);
}
