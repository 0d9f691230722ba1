import type { Words } from '@fournil/contract/kit/words';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { requireMachine } from '../rights/index.ts';
import type { Undo } from './outcome.ts';

export const movedSince: Words = { en: 'Moved since', fr: 'Déplacée depuis' };

/** What takes a machine back from where it was put; not from where somebody else has put it since. */
export function placedBack(former: string | null, now: string | null): Undo {
  return { verb: 'machines.place', args: { structure: former, from: now } };
}

/**
 * Whether the machine stands in this structure (`null`: in none), and stays there until the transaction is over. 404
 * when it is not seen.
 */
export async function standsIn(
  trx: Trx,
  member: Member,
  machineId: string,
  structureId: string | null,
): Promise<boolean> {
  await requireMachine(trx, member, machineId);
  const machine = await trx
    .selectFrom('machines')
    .select('structureId')
    .where('id', '=', machineId)
    .forUpdate()
    .executeTakeFirst();
  return machine?.structureId === structureId;
}
