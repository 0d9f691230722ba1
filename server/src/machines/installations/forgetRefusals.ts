import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/**
 * MNU-03: forgets that these machines have refused a program, of the installations that satisfy the condition, so that
 * they are asked again.
 */
export async function forgetRefusals(
  trx: Trx,
  organisationId: string,
  machineIds: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`update installations set "reportedState" = null, "reportedReason" = null, "reportedRevision" = null,
      "reportedSha256" = null
    where "organisationId" = ${organisationId} and ${condition}
      and "machineId" = any(${[...machineIds]}::uuid[]) and "reportedState" = 'refused'`.execute(trx);
}
