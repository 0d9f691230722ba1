import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isAddedByHand } from '../db/predicates.ts';
import type { InstalledProgram } from '../db/tables/recycleBin.ts';
import type { Event } from '../history/index.ts';
import { newId } from '../kit/ids.ts';

/**
 * Removes the installations of this machine or program: a record in the recycle bin has none. Returns those that were
 * added by hand, in the order of their positions; menus put theirs there again (MNU-01).
 */
export async function removeInstallations(
  trx: Trx,
  column: 'machineId' | 'programId',
  id: string,
): Promise<InstalledProgram[]> {
  const rows = await trx
    .deleteFrom('installations')
    .where(column, '=', id)
    .returning(['machineId', 'programId', 'position', isAddedByHand.as('isAddedByHand')])
    .execute();
  return rows
    .filter((row) => row.isAddedByHand)
    .sort((a, b) => a.position - b.position)
    .map(({ machineId, programId }) => ({ machineId, programId }));
}

/**
 * AUD-03: installs them again, after the programs installed meanwhile, where machine and program both exist; one event
 * for each. The machines are locked in the order of their ids.
 */
export async function reinstall(
  trx: Trx,
  organisationId: string,
  wantedPrograms: readonly InstalledProgram[],
): Promise<Event[]> {
  if (wantedPrograms.length === 0) return [];
  const machines = await trx
    .selectFrom('machines')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${wantedPrograms.map(({ machineId }) => machineId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const programs = await trx
    .selectFrom('programs')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${wantedPrograms.map(({ programId }) => programId)}::uuid[])`)
    .execute();
  const events: Event[] = [];
  for (const machine of machines) {
    const there = await trx
      .selectFrom('installations')
      .select(['programId', 'position'])
      .where('machineId', '=', machine.id)
      .execute();
    let position = Math.max(0, ...there.map((row) => row.position));
    for (const { programId } of wantedPrograms.filter(({ machineId }) => machineId === machine.id)) {
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
