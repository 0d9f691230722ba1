import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import type { CallContext } from '../../kit/context.ts';
import type { Services } from '../../kit/services.ts';
import { withBin } from '../../recycle-bin/index.ts';
import { entriesBySerial, lockSerial } from '../pairing/bySerial.ts';

/**
 * The certificate stays: the oven that shows it brings the pairing back. Another oven that is paired under this entry
 * has to be approved.
 */
export const withoutPairing = sql`"pairedAt" = null, "pairingOpenUntil" = null, approved = false`;

/**
 * AUD-03, LNK-02: a deleted machine whose serial number was paired in another organisation meanwhile is restored
 * without its pairing; both organisations get a mail. To be called before its row is shown again.
 */
export async function losePairing(context: CallContext, id: string): Promise<void> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const machine = await withBin(trx, () =>
    trx
      .selectFrom('machines')
      .select(['id', 'name', sql<string>`lower("serialNumber")`.as('serial')])
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .where('pairedAt', 'is not', null)
      .executeTakeFirst(),
  );
  if (!machine) return;
  const { serial, ...origin } = machine;
  await lockSerial(trx, serial);
  const others = (await entriesBySerial(context, serial)).filter((entry) => entry.organisationId !== organisationId);
  if (!others.some(({ isPaired }) => isPaired)) return;
  await withBin(trx, () => sql`update machines set ${withoutPairing} where id = ${id}`.execute(trx));
  await record(trx, member, { type: 'release', origin: { entity: 'machine', ...origin } });
  await tellLost(context, trx, organisationId, [id]);
}

/** The job that looks up who has entered a serial number tells both sides. */
export function tellLost(
  services: Services,
  trx: Trx,
  organisationId: string,
  machineIds: readonly string[],
): Promise<void> {
  return services.jobs.announceAll(
    trx,
    'machine.serialEntered',
    machineIds.map((machineId) => ({ organisationId, machineId })),
  );
}
