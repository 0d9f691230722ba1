import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Standing } from '../db/tables/recycleBin.ts';
import type { Event } from '../history/index.ts';
import { newId } from '../kit/ids.ts';

/**
 * What stands on this machine, or where this program stands, in the order of the places; taken off, because what is in
 * the bin stands nowhere.
 */
export async function standingOf(trx: Trx, column: 'machineId' | 'programId', id: string): Promise<Standing[]> {
  const rows = await trx
    .deleteFrom('installations')
    .where(column, '=', id)
    .returning(['machineId', 'programId', 'position'])
    .execute();
  return rows.sort((a, b) => a.position - b.position).map(({ machineId, programId }) => ({ machineId, programId }));
}

/**
 * AUD-03: behind what stands there meanwhile, as far as both are there; an event for each. The machines are locked in
 * one order.
 */
export async function standAgain(trx: Trx, organisationId: string, wanted: readonly Standing[]): Promise<Event[]> {
  if (wanted.length === 0) return [];
  const machines = await trx
    .selectFrom('machines')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${wanted.map(({ machineId }) => machineId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const programs = await trx
    .selectFrom('programs')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${wanted.map(({ programId }) => programId)}::uuid[])`)
    .execute();
  const events: Event[] = [];
  for (const machine of machines) {
    const there = await trx
      .selectFrom('installations')
      .select(['programId', 'position'])
      .where('machineId', '=', machine.id)
      .execute();
    let position = Math.max(0, ...there.map((row) => row.position));
    for (const { programId } of wanted.filter(({ machineId }) => machineId === machine.id)) {
      const program = programs.find(({ id }) => id === programId);
      if (!program || there.some((row) => row.programId === programId)) continue;
      position += 1;
      await trx
        .insertInto('installations')
        .values({ id: newId(), organisationId, machineId: machine.id, programId, position })
        .execute();
      events.push({
        type: 'install',
        origin: { entity: 'program', ...program },
        target: { entity: 'machine', ...machine },
      });
    }
  }
  return events;
}
