import { sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { lockNamed } from '../../db/locks.ts';
import type { Services } from '../../kit/services.ts';

interface Entry {
  /** In small letters. */
  serial: string;
  organisationId: string;
  machineId: string;
  isPaired: boolean;
}

/** Nobody pairs or restores an oven with this serial number (in small letters) at the same time. */
export function lockSerial(trx: Trx, serial: string): Promise<void> {
  return lockNamed(trx, `paired serial number ${serial}`);
}

/**
 * The entries with these serial numbers (in small letters) in all organisations; of each, one at most is paired. Read
 * as the gate login: to the others the index by serial number is closed, because their row-level security hides deleted
 * machines, and what `lower` is given might tell of hidden rows; they would read every machine.
 */
export async function entriesBySerial(services: Services, ...serials: string[]): Promise<Entry[]> {
  return services.db.read(gateScope, (trx) =>
    trx
      .selectFrom('machines')
      .select(['organisationId', 'id as machineId'])
      .select([sql<string>`lower("serialNumber")`.as('serial'), sql<boolean>`"pairedAt" is not null`.as('isPaired')])
      .where(sql<boolean>`lower("serialNumber") = any(${serials}::text[])`)
      .where('deletedAt', 'is', null)
      .execute(),
  );
}
