import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** Makes the rows in the recycle bin visible to the queries of `work`, in a transaction of an organisation. */
export async function withBin<Result>(trx: Trx, work: () => Promise<Result>): Promise<Result> {
  await sql`set local app.bin = 'on'`.execute(trx);
  const result = await work();
  await sql`set local app.bin = 'off'`.execute(trx);
  return result;
}
