import { linkScope } from '../../db/database.ts';
import { isId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import type { LinkedMachine } from '../linkedMachine.ts';

/** A machine that may no longer send is noticed within this time. */
const knownMilliseconds = 5000;
const mostKnown = 50_000;

/** The machines in service among these; null for those that may not send. */
export interface Senders {
  find(machineIds: readonly string[]): Promise<(machineId: string) => LinkedMachine | null>;
  forget(machineId: string): void;
}

/**
 * With a shared broker the certificate is checked there, and the topic says which machine sends. Whether it is paired
 * and in service is looked up here, for many messages at once.
 */
export function openSenders(services: Services): Senders {
  const cachedSenders = new Map<string, { machine: LinkedMachine | null; until: number }>();
  return {
    find: async (machineIds) => {
      if (cachedSenders.size + machineIds.length > mostKnown) cachedSenders.clear();
      const now = performance.now();
      // Kept for this call, because another one may empty the shared map meanwhile.
      const ownSenders = new Map<string, LinkedMachine | null>();
      const unknownIds: string[] = [];
      for (const id of new Set(machineIds)) {
        const one = cachedSenders.get(id);
        if (one && one.until >= now) ownSenders.set(id, one.machine);
        else unknownIds.push(id);
      }
      const found = await findMachines(services, unknownIds.filter(isId));
      for (const id of unknownIds) {
        const machine = found.get(id) ?? null;
        ownSenders.set(id, machine);
        cachedSenders.set(id, { machine, until: now + knownMilliseconds });
      }
      return (machineId) => ownSenders.get(machineId) ?? null;
    },
    forget: (machineId) => cachedSenders.delete(machineId),
  };
}

async function findMachines(services: Services, ids: readonly string[]): Promise<Map<string, LinkedMachine>> {
  if (ids.length === 0) return new Map();
  const rows = await services.db.as(linkScope, (trx) =>
    trx
      .selectFrom('machines')
      .select(['id as machineId', 'organisationId', 'pairingNumber as pairing'])
      .where('id', 'in', ids)
      .where('pairedAt', 'is not', null)
      .where('active', '=', true)
      .execute(),
  );
  return new Map(rows.map((row) => [row.machineId, row]));
}
