import { restrictedProgram } from '@fournil/contract/programs/program';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { CallContext } from '../kit/context.ts';
import { notFound, Refusal } from '../kit/errors.ts';
import { visibleMachines } from '../rights/index.ts';

/**
 * PRG-03: the 404 of a program that the reader may not see. A reader who sees a machine that has the program is told
 * that it is restricted; for all others it does not exist.
 */
export async function unseenProgram(context: CallContext, id: string): Promise<Refusal> {
  const known = can(context.caller, 'machines.show') && (await isOnVisibleMachine(context, id));
  if (!known) return notFound();
  return new Refusal(
    404,
    { en: 'Access restricted to unapproved programs', fr: 'Accès restreint aux programmes non approuvés' },
    { key: restrictedProgram },
  );
}

async function isOnVisibleMachine({ trx, caller }: CallContext, programId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .select(sql<number>`1`.as('one'))
    .where('installations.programId', '=', programId)
    .where(visibleMachines(caller))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
