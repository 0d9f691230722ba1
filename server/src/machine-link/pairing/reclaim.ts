import { sql } from 'kysely';
import { linkScope, organisationScope, type Trx } from '../../db/database.ts';
import { record, theMachine } from '../../history/index.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { endPairing, entriesBySerial, lockSerial } from '../../machines/index.ts';
import { tellContested } from './contested.ts';

interface Lost {
  machineId: string;
  organisationId: string;
  name: string;
  /** In small letters. */
  serial: string;
}

/**
 * LNK-02, AUD-03: a machine was restored without its pairing, because its serial number was paired in another
 * organisation meanwhile. The oven that proves the key of its certificate is the one that was paired here: it has its
 * pairing back, the other one is released, and both organisations get a mail. False for any other certificate.
 */
export async function reclaimPairing(services: Services, machineId: string, fingerprint: string): Promise<boolean> {
  const lostPairing = await services.db.read(linkScope, (trx) => findLost(trx, machineId, fingerprint));
  if (!lostPairing) return false;
  // Each organisation's rows are changed in a transaction of its own: the same call again continues.
  const holder = (await entriesBySerial(services, lostPairing.serial)).find(({ isPaired }) => isPaired);
  if (holder) await releaseHolder(services, holder);
  return services.db.as(linkScope, async (trx) => {
    await lockSerial(trx, lostPairing.serial);
    const isPaired = (await entriesBySerial(services, lostPairing.serial)).some((entry) => entry.isPaired);
    if (isPaired || !(await findLost(trx, machineId, fingerprint))) return false;
    await takeBack(services, trx, lostPairing);
    return true;
  });
}

async function findLost(trx: Trx, machineId: string, fingerprint: string): Promise<Lost | null> {
  const row = await trx
    .selectFrom('machines')
    .select(['id as machineId', 'organisationId', 'name', sql<string>`lower("serialNumber")`.as('serial')])
    .where('id', '=', machineId)
    .where((eb) => eb.or([eb('certificateFingerprint', '=', fingerprint), eb('formerFingerprint', '=', fingerprint)]))
    .where('pairedAt', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

async function releaseHolder(services: Services, holder: { organisationId: string; machineId: string }): Promise<void> {
  const { organisationId, machineId } = holder;
  const isReleased = await services.db.as(organisationScope(organisationId), async (trx) => {
    const machine = await trx
      .selectFrom('machines')
      .select(['id', 'name', 'organisationId'])
      .where('id', '=', machineId)
      .where('pairedAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (machine) await endPairing(services, trx, { ...theMachine(machine), organisationId }, machine);
    return machine !== undefined;
  });
  if (!isReleased) return;
  await services.db.as(linkScope, (trx) => tellContested(services, trx, holder, 'disproved'));
  services.log.warn(
    { event: 'machine released by a former certificate', organisation: organisationId, machine: machineId },
    'security',
  );
}

async function takeBack(
  services: Services,
  trx: Trx,
  { machineId, organisationId, name, serial }: Lost,
): Promise<void> {
  const at = services.now();
  await trx
    .updateTable('machines')
    .set({ pairedAt: at, pairingOpenUntil: null, pairingPinHash: null, version: sql`version + 1` })
    .where('organisationId', '=', organisationId)
    .where('id', '=', machineId)
    .execute();
  await trx
    .insertInto('serialOwners')
    .values({ serial, organisationId })
    .onConflict((oc) => oc.column('serial').doUpdateSet({ organisationId }))
    .execute();
  await record(trx, theMachine({ organisationId, name }), {
    type: 'pairing',
    origin: { entity: 'machine', id: machineId, name },
  });
  await tellContested(services, trx, { organisationId, machineId }, 'proven');
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [machineId] });
}
