import type { Trx } from '../db/database.ts';
import type { Event } from './record.ts';

/**
 * The installations that a deletion removes, recorded before it: an `uninstall` for each program on this machine, or
 * for each machine with this program.
 */
export async function uninstallEvents(trx: Trx, column: 'machineId' | 'programId', id: string): Promise<Event[]> {
  const rows = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .innerJoin('programs', 'programs.id', 'installations.programId')
    .select(['machineId', 'machines.name as machineName', 'structureId', 'programId', 'programs.name as programName'])
    .where(`installations.${column}`, '=', id)
    .orderBy('machineId')
    .orderBy('position')
    .execute();
  return rows.map(({ machineId, machineName, structureId, programId, programName }) => ({
    type: 'uninstall',
    origin: { entity: 'program', id: programId, name: programName },
    target: { entity: 'machine', id: machineId, name: machineName },
    placeId: structureId,
  }));
}
