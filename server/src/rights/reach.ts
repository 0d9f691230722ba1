import { organisationScope, staffScope, type Trx } from '../db/database.ts';
import { type Caller, memberOf, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { requireMachine } from './require.ts';

/**
 * MAC-07: runs `work` on one machine that this person may reach, or answers 404. People of an organisation reach the
 * machines that they see. The maker's staff reach any machine by its id: they read its organisation with the staff
 * login, which may only read, and then work within that organisation alone. Only for the calls on a machine's
 * settings.
 */
export async function reachMachine<Result>(
  services: Services,
  caller: Caller,
  id: string,
  work: (trx: Trx, organisationId: string) => Promise<Result>,
): Promise<Result> {
  if (caller.organisationId !== null) {
    const member = memberOf(caller);
    return services.db.as(scopeOf(member), async (trx) => {
      await requireMachine(trx, member, id);
      return work(trx, member.organisationId);
    });
  }
  const machine = await services.db.read(staffScope, (trx) =>
    trx.selectFrom('machines').select('organisationId').where('id', '=', id).executeTakeFirst(),
  );
  if (!machine) throw notFound();
  return services.db.as(organisationScope(machine.organisationId), (trx) => work(trx, machine.organisationId));
}
