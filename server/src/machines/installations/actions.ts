import type { InstallBulkResult, ProgramMachineView } from '@fournil/contract/machines/installation';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { visibleMachines } from '../../rights/index.ts';
import { desiredChanged } from './desiredChanged.ts';
import { installAll, type Picked, pick } from './installAll.ts';
import { listInstallations } from './queries.ts';

/** PRG-05: one program on one machine, at the end of its list. */
export async function installProgram(
  house: House,
  member: Member,
  machineId: string,
  programId: string,
): Promise<ProgramMachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { machines, programs } = await pick(trx, member, [machineId], [programId]);
    if (machines.length === 0) throw unprocessable({ path: 'machine', key: 'custom.validation.notFound', args: {} });
    if (programs.length === 0) throw unprocessable({ path: 'program', key: 'custom.validation.notFound', args: {} });
    const result = await installAll(house, trx, member, machines, programs);
    const [refused] = result.refused;
    if (refused) throw unprocessable({ path: 'program', key: refused.key, args: refused.args });
    if (result.alreadyThere > 0)
      throw conflict({
        en: 'This program stands on the machine already.',
        fr: 'Ce programme est déjà sur la machine.',
      });
    const { items } = await listInstallations(trx, member, {
      page: 1,
      itemsPerPage: 1,
      filters: { machine: machineId, program: programId },
    });
    if (!items[0]) throw notFound();
    return items[0];
  });
}

/** What an installation within a transaction came to; `installed` are the pairs that were not there before. */
export interface Installed {
  installed: { machineId: string; programId: string }[];
  alreadyThere: number;
  refused: InstallBulkResult['refused'];
}

/** The same for several, within a transaction; machines and programs that the member does not see are left out. */
export async function installOn(
  house: House,
  trx: Trx,
  member: Member,
  machineIds: string[],
  programIds: string[],
): Promise<Installed> {
  const { machines, programs } = await pick(trx, member, machineIds, programIds);
  const { pairs, alreadyThere, refused } = await installAll(house, trx, member, machines, programs);
  return { installed: pairs, alreadyThere, refused: refused.map(({ key: _, args: __, ...one }) => one) };
}

/**
 * Takes these programs off these machines, as far as they stand there and the member sees them; the pairs that were.
 */
export async function uninstallFrom(
  house: House,
  trx: Trx,
  member: Member,
  machineIds: string[],
  programIds: string[],
): Promise<Installed['installed']> {
  const { machines, programs } = await pick(trx, member, machineIds, programIds);
  const gone = await trx
    .deleteFrom('installations')
    .where(sql<boolean>`"machineId" = any(${machines.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`"programId" = any(${programs.map(({ id }) => id)}::uuid[])`)
    .returning(['machineId', 'programId'])
    .execute();
  const changed = [...new Set(gone.map(({ machineId }) => machineId))];
  for (const machineId of changed) await renumberMachine(trx, machineId);
  await record(
    trx,
    member,
    ...gone.map(({ machineId, programId }) => ({
      type: 'uninstall' as const,
      origin: { entity: 'program' as const, id: programId, name: nameIn(programs, programId) },
      target: { entity: 'machine' as const, id: machineId, name: nameIn(machines, machineId) },
    })),
  );
  await desiredChanged(house, trx, member.organisationId, changed);
  return gone;
}

function nameIn(picked: readonly Picked[], id: string): string {
  return picked.find((one) => one.id === id)?.name ?? '';
}

/** Several programs on several machines in one transaction; pairs of different categories are named, not installed. */
export async function installInBulk(
  house: House,
  member: Member,
  machineIds: string[],
  programIds: string[],
): Promise<InstallBulkResult> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { machines, programs } = await pick(trx, member, machineIds, programIds);
    const { pairs, ...result } = await installAll(house, trx, member, machines, programs);
    const unknown = machineIds.length !== machines.length || programIds.length !== programs.length;
    if (unknown && machines.length * programs.length === 0) throw notFound();
    return { ...result, installed: pairs.length, refused: result.refused.map(({ key: _, args: __, ...one }) => one) };
  });
}

/** The installation and its machine, locked; 404 when the member does not see the machine. */
async function requireInstallation(trx: Trx, member: Member, id: string) {
  const row = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .innerJoin('programs', 'programs.id', 'installations.programId')
    .select([
      'installations.id',
      'installations.position',
      'installations.machineId',
      'installations.programId',
      'machines.name as machineName',
      'programs.name as programName',
    ])
    .where('installations.id', '=', id)
    .where(visibleMachines(member))
    .forUpdate('machines')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * PRG-05: to this position, one step away or several; the first cannot go up, the last not down. What lies between
 * moves along, in one transaction under the machine's lock: two people who move at once end with one order.
 */
export async function moveInstallation(
  house: House,
  member: Member,
  id: string,
  position: number,
): Promise<ProgramMachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { machineId } = await requireInstallation(trx, member, id);
    // Read again under the lock: another call may have moved it while this one waited.
    const all = await trx
      .selectFrom('installations')
      .select(['id', 'position'])
      .where('machineId', '=', machineId)
      .orderBy('position')
      .execute();
    const from = all.findIndex((one) => one.id === id);
    const to = position - 1;
    if (to < 0 || to >= all.length)
      throw unprocessable({ path: 'position', key: 'custom.phases.limits', args: { min: 1, max: all.length } });
    if (to !== from) {
      const order = all.map((one) => one.id);
      order.splice(to, 0, ...order.splice(from, 1));
      await renumber(trx, order);
      await desiredChanged(house, trx, member.organisationId, [machineId]);
    }
    const { items } = await listInstallations(trx, member, { page: 1, itemsPerPage: 1, filters: { id } });
    if (!items[0]) throw notFound();
    return items[0];
  });
}

async function renumber(trx: Trx, order: string[]): Promise<void> {
  await sql`update installations set position = place from unnest(${order}::uuid[]) with ordinality as wanted (id,
    place)
    where installations.id = wanted.id and position <> place`.execute(trx);
}

async function renumberMachine(trx: Trx, machineId: string): Promise<void> {
  const rest = await trx
    .selectFrom('installations')
    .select('id')
    .where('machineId', '=', machineId)
    .orderBy('position')
    .execute();
  await renumber(
    trx,
    rest.map((one) => one.id),
  );
}

export async function uninstallProgram(house: House, member: Member, id: string): Promise<void> {
  await house.db.as(scopeOf(member), async (trx) => {
    const row = await requireInstallation(trx, member, id);
    await trx.deleteFrom('installations').where('id', '=', id).execute();
    await renumberMachine(trx, row.machineId);
    await record(trx, member, {
      type: 'uninstall',
      origin: { entity: 'program', id: row.programId, name: row.programName },
      target: { entity: 'machine', id: row.machineId, name: row.machineName },
    });
    await desiredChanged(house, trx, member.organisationId, [row.machineId]);
  });
}

/** A person decided that what was changed at the machine gives way to ours. */
export async function restoreInstallation(house: House, member: Member, id: string): Promise<ProgramMachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { machineId } = await requireInstallation(trx, member, id);
    await trx
      .updateTable('installations')
      .set({ overwriteChanged: true })
      .where('id', '=', id)
      .where('reportedState', '=', 'changed')
      .execute();
    await desiredChanged(house, trx, member.organisationId, [machineId]);
    const { items } = await listInstallations(trx, member, { page: 1, itemsPerPage: 1, filters: { id } });
    if (!items[0]) throw notFound();
    return items[0];
  });
}
