import type { Trx } from '../db/database.ts';
import { notifyLive } from '../kit/notifyLive.ts';

/** Tells browsers of machines that have changed, with one notice for each organisation. */
export async function tellBrowsers(
  trx: Trx,
  resource: 'machines' | 'programMachines',
  machines: readonly { machineId: string; organisationId: string }[],
): Promise<void> {
  for (const [organisationId, ofOne] of Map.groupBy(machines, (machine) => machine.organisationId)) {
    await notifyLive(trx, {
      organisationId,
      resource,
      op: 'update',
      moving: resource === 'machines',
      ids: [...new Set(ofOne.map(({ machineId }) => machineId))],
    });
  }
}
