import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { visibleMachines, visibleMenus, visiblePrograms, visibleStructures } from './visible.ts';

/** The machine, or 404 when the person does not see it. */
export async function requireMachine(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('machines')
    .selectAll()
    .where('id', '=', id)
    .where(visibleMachines(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The program, or 404 when the person does not see it. */
export async function requireProgram(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('programs')
    .selectAll()
    .where('id', '=', id)
    .where(visiblePrograms(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The menu, or 404 when the person does not see it. */
export async function requireMenu(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('menus')
    .selectAll()
    .where('id', '=', id)
    .where(visibleMenus(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The structure, or 404 when the person does not see it. */
export async function requireStructure(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('structures')
    .selectAll()
    .where('id', '=', id)
    .where(visibleStructures(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The tag of the person's organisation, or 404. */
export async function requireTag(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('tags')
    .selectAll()
    .where('id', '=', id)
    .where('organisationId', '=', member.organisationId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** A person of the same organisation, or 404. */
export async function requireUser(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('users')
    .select(['id', sql<string>`"firstName" || ' ' || "lastName"`.as('name')])
    .where('id', '=', id)
    .where('organisationId', '=', member.organisationId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
