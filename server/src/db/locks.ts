import { sql } from 'kysely';
import type { Trx } from './database.ts';

/**
 * Waits for the lock of this name, and holds it until the end of the transaction: whoever takes it on any server works
 * one after the other. Servers of two releases run side by side, so that a name stays as it is.
 */
export async function lockNamed(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** The same beside others that share the lock: only one that takes it alone, as `lockNamed` does, waits or lets wait. */
export async function shareNamed(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx);
}

/** The first without waiting; false while another transaction holds it. */
export async function tryLockNamed(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isMine"`.execute(trx);
  return rows[0]?.isMine === true;
}
