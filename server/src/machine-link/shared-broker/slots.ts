import { sql } from 'kysely';
import type { Config } from '../../base/config.ts';
import { linkScope, type Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/**
 * SCL-01: the slots are a fixed number of client identifiers with persistent sessions at the shared broker. A broker
 * gives each report to one of them and keeps it until that one acknowledges it, so each must always be held by a living
 * server. At most as many servers take reports as there are slots.
 */
export const slotCount = 16;
/** The client identifier of a slot, and the common name of its certificate. */
export function slotName({ productSlug }: Config, slot: number): string {
  return `${productSlug}-slot-${slot}`;
}

/** A slot of a server that has not renewed its lease for this time is free. */
const leaseMilliseconds = 8000;

export interface Leases {
  /** The slots that this server holds after this step. */
  held: number[];
  /** The number of slots that are its share among the living servers. */
  share: number;
}

/** Says that this server lives, renews its leases, gives back `slotsToReturn` and takes free slots up to its share. */
export async function renewLeases(services: Services, slotsToReturn: readonly number[]): Promise<Leases> {
  return services.db.as(linkScope, async (trx) => {
    await sql`insert into servers (id) values (${services.serverId})
      on conflict (id) do update set "seenAt" = now()`.execute(trx);
    await sql`delete from servers where "seenAt" < now() - interval '1 hour'`.execute(trx);
    await sql`insert into "brokerSlots" (slot) select generate_series(1, ${slotCount}::int)
      on conflict do nothing`.execute(trx);
    const { rows } = await sql<{ slot: number; isMine: boolean; isFree: boolean }>`select slot,
      coalesce("serverId" = ${services.serverId}, false) as "isMine",
      coalesce("leasedUntil" < now(), true) as "isFree"
      from "brokerSlots" where slot <= ${slotCount} order by slot for update`.execute(trx);
    const { rows: living } = await sql<{ id: string }>`select id from servers
      where "seenAt" > now() - make_interval(secs => ${leaseMilliseconds / 1000}) order by id`.execute(trx);
    const share = shareOf(
      living.map(({ id }) => id),
      services.serverId,
    );
    const kept = rows.filter(({ slot, isMine }) => isMine && !slotsToReturn.includes(slot)).map(({ slot }) => slot);
    const free = rows.filter(({ isMine, isFree }) => isFree && !isMine).map(({ slot }) => slot);
    const heldSlots = [...kept, ...free.slice(0, Math.max(0, share - kept.length))];
    await release(trx, slotsToReturn, services.serverId);
    await sql`update "brokerSlots" set "serverId" = ${services.serverId},
      "leasedUntil" = now() + make_interval(secs => ${leaseMilliseconds / 1000})
      where slot = any(${heldSlots}::int[])`.execute(trx);
    return { held: heldSlots, share };
  });
}

/** The shares of all living servers are together all slots, and differ by one at most. */
export function shareOf(living: readonly string[], serverId: string): number {
  const rank = Math.max(0, living.indexOf(serverId));
  const count = Math.max(1, living.length);
  return Math.floor(slotCount / count) + (rank < slotCount % count ? 1 : 0);
}

/** At an orderly stop, so that the others need not wait for the end of the leases. */
export async function giveUpLeases(services: Services): Promise<void> {
  await services.db.as(linkScope, async (trx) => {
    const { rows } = await sql<{ slot: number }>`select slot from "brokerSlots"
      where "serverId" = ${services.serverId} order by slot for update`.execute(trx);
    await release(
      trx,
      rows.map(({ slot }) => slot),
      services.serverId,
    );
    await sql`delete from servers where id = ${services.serverId}`.execute(trx);
  });
}

async function release(trx: Trx, slots: readonly number[], serverId: string): Promise<void> {
  if (slots.length === 0) return;
  await sql`update "brokerSlots" set "serverId" = null, "leasedUntil" = null
    where slot = any(${slots}::int[]) and "serverId" = ${serverId}`.execute(trx);
}

/** Whether leases that were renewed at this time of the monotonic clock still hold. */
export function areLeasesValid(renewedAtMilliseconds: number): boolean {
  return performance.now() - renewedAtMilliseconds < leaseMilliseconds;
}
