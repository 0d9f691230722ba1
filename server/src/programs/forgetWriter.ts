import type { Trx } from '../db/database.ts';

/** AUD-01: a person who is forgotten is a number in the programs and revisions that they wrote. At the gate. */
export async function forgetWriter(trx: Trx, userId: string, number: string): Promise<void> {
  await trx.updateTable('programs').set({ createdByName: number }).where('createdById', '=', userId).execute();
  await trx.updateTable('programRevisions').set({ createdByName: number }).where('createdById', '=', userId).execute();
}
