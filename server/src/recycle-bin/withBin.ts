import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** Makes the rows in the recycle bin visible to the queries of `work`, in a transaction of an organisation. */
export async function withBin<Result>(trx: Trx, work: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('app.bin', 'on', true)`.execute(trx);
  const result = await work();
  await sql`select set_config('app.bin', 'off', true)`.execute(trx);
  return result;
}
