import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { visibleMachines, visiblePrograms } from './visible.ts';

/** The machine, or 404 when it does not exist for this person. */
export async function requireMachine(trx: Trx, member: Member, id: string) {
  const row = await trx.selectFrom('machines').selectAll().where('id', '=', id).where(visibleMachines(member)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The program, or 404 when it does not exist for this person. */
export async function requireProgram(trx: Trx, member: Member, id: string) {
  const row = await trx.selectFrom('programs').selectAll().where('id', '=', id).where(visiblePrograms(member)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
