import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { linkScope, type Trx } from '../../db/database.ts';
import type { Contest } from '../../kit/jobs/catalogue.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { entriesBySerial } from '../../machines/index.ts';

/**
 * What others can do at will is told once a day: a mail for each try could be used to flood a person's mailbox. What
 * changes a pairing is told each time.
 */
const daily: ReadonlySet<Contest> = new Set<Contest>(['tried', 'entered', 'twoPlaces']);
const againAfterMilliseconds = dayMilliseconds;

/** SEC-03: the people of this machine get a mail that its serial number was entered elsewhere. */
export async function tellContested(
  services: Services,
  trx: Trx,
  { organisationId, machineId }: { organisationId: string; machineId: string },
  how: Contest,
): Promise<void> {
  const at = services.now();
  const [notice] = await trx
    .updateTable('machines')
    .set({ contestedToldAt: at })
    .where('id', '=', machineId)
    .where((eb) =>
      eb.or([
        eb.lit(!daily.has(how)),
        eb('contestedToldAt', 'is', null),
        eb('contestedToldAt', '<', new Date(at.getTime() - againAfterMilliseconds)),
      ]),
    )
    .returning('id')
    .execute();
  if (notice)
    await services.jobs.announce(trx, 'machine.contested', { organisationId, machineId, how, at: at.toISOString() });
}

/** SEC-04: shown on the machine's page until it is released; its people get a mail. */
export async function storeTwoPlaces(
  services: Services,
  trx: Trx,
  machine: { organisationId: string; machineId: string },
): Promise<void> {
  const { organisationId, machineId } = machine;
  await trx
    .updateTable('machineStates')
    .set({ twoPlacesAt: services.now() })
    .where('machineId', '=', machineId)
    .execute();
  await tellContested(services, trx, machine, 'twoPlaces');
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', moving: true, ids: [machineId] });
}

/**
 * Whether serial numbers that were just entered, or restored without their pairing, belong to paired machines of other
 * organisations; asked here, because no organisation may see it.
 */
export async function lookWhoseSerials(
  services: Services,
  organisationId: string,
  events: readonly { machineId: string }[],
): Promise<void> {
  const ids = events.map(({ machineId }) => machineId);
  const entered = await services.db.read(linkScope, (trx) =>
    trx
      .selectFrom('machines')
      .select([
        'id as machineId',
        sql<string>`lower("serialNumber")`.as('serial'),
        sql<boolean>`"pairedAt" is null and "certificateFingerprint" is not null`.as('isLost'),
      ])
      .where('organisationId', '=', organisationId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
  );
  const entries = await entriesBySerial(services, ...entered.map(({ serial }) => serial));
  const owners = new Map(entries.filter(({ isPaired }) => isPaired).map((owner) => [owner.serial, owner]));
  for (const { machineId, serial, isLost } of entered) {
    const owner = owners.get(serial);
    if (!owner || owner.organisationId === organisationId) continue;
    await services.db.as(linkScope, async (trx) => {
      await tellContested(services, trx, owner, isLost ? 'claimed' : 'entered');
      if (isLost) await tellContested(services, trx, { organisationId, machineId }, 'lost');
    });
  }
}
