import { organisationScope, staffScope } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { endPairing } from './actions.ts';

/**
 * LNK-02: the maker releases a serial number that the wrong organisation has paired. Recorded in that organisation's
 * history, sent to its people by mail and written to the security log. Throws 404, and 409 for a machine that is not
 * paired.
 */
export async function releaseContested(services: Services, caller: Caller, id: string): Promise<void> {
  const contested = await services.db.read(staffScope, (trx) =>
    trx.selectFrom('machines').select('organisationId').where('id', '=', id).executeTakeFirst(),
  );
  if (!contested) throw notFound();
  const { organisationId } = contested;
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const machine = await trx
      .selectFrom('machines')
      .select(['id', 'name', 'pairedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!machine) throw notFound();
    if (!machine.pairedAt)
      throw conflict({ en: 'This machine is not paired.', fr: 'Cette machine n’est pas appairée.' });
    await endPairing(services, trx, { organisationId, userId: caller.userId, fullName: caller.fullName }, machine);
    const at = services.now();
    await trx.updateTable('machines').set({ contestedToldAt: at }).where('id', '=', id).execute();
    await services.jobs.announce(trx, 'machine.contested', {
      organisationId,
      machineId: id,
      how: 'released',
      at: at.toISOString(),
    });
  });
  services.log.warn(
    { event: 'contested machine released', actor: caller.userId, organisation: organisationId, machine: id },
    'security',
  );
}
