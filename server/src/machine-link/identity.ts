import { linkScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import { isId } from '../kit/ids.ts';
import type { LinkedMachine } from './broker.ts';

/** The machine that this certificate was made for, while it is paired with it. */
export async function findMachineOfCertificate(house: House, machineId: string, fingerprint: string): Promise<LinkedMachine | null> {
  if (!isId(machineId)) return null;
  const row = await house.db.as(linkScope, (trx) =>
    trx
      .selectFrom('machines')
      .select(['id as machineId', 'organisationId'])
      .where('id', '=', machineId)
      .where('certificateFingerprint', '=', fingerprint)
      .where('pairedAt', 'is not', null)
      .executeTakeFirst(),
  );
  return row ?? null;
}
