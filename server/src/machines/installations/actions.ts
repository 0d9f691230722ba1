import { hiddenName } from '@fournil/contract/history/historyEvent';
import { validationWords } from '@fournil/contract/kit/validation';
import { say } from '@fournil/contract/kit/words';
import { sql } from 'kysely';
import { record } from '../../history/index.ts';
import type { Member } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import { visibleMachines, visibleMenus } from '../../rights/index.ts';
import { desiredChanged } from '../desiredChanged.ts';
import { byHandOf, type HeldRow, heldBy, moveRows } from './followMenus.ts';
import { installAll, type Picked, pick, type RefusedPair } from './installAll.ts';
import { findInstallation, firstInstallation } from './queries.ts';

/** PRG-05: installs one program on one machine, at the end of its list. */
export async function installProgram(context: CallContext, { machine, program }: { machine: string; program: string }) {
  const { trx, caller } = context;
  const { machines, programs } = await pick(trx, caller, [machine], [program]);
  if (machines.length === 0) throw unprocessable({ path: 'machine', key: 'custom.validation.notFound', args: {} });
  if (programs.length === 0) throw unprocessable({ path: 'program', key: 'custom.validation.notFound', args: {} });
  const result = await installAll(context, machines, programs);
  const [refused] = result.refused;
  if (refused) throw unprocessable({ path: 'program', key: refused.key, args: refused.args });
  if (result.alreadyThere > 0)
    throw conflict({
      en: 'This program is already on the machine.',
      fr: 'Ce programme est déjà sur la machine.',
    });
  return firstInstallation(context, { machine, program });
}

/** The result of installing within a transaction; `installed` are the pairs that are new. */
export interface Installed {
  installed: { machineId: string; programId: string }[];
  refused: Pick<RefusedPair, 'machineName' | 'programName' | 'reason'>[];
}

/** The same for several, within a transaction; machines and programs that the member does not see are left out. */
export async function installOn(context: CallContext, machineIds: string[], programIds: string[]): Promise<Installed> {
  const { trx, caller: member } = context;
  const { machines, programs } = await pick(trx, member, machineIds, programIds);
  const { pairs, refused } = await installAll(context, machines, programs);
  return { installed: pairs, refused };
}

/**
 * Removes these programs from these machines, as far as they are installed and visible to the member; returns the
 * removed pairs, and those that a menu puts there.
 */
export async function uninstallFrom(
  context: CallContext,
  machineIds: string[],
  programIds: string[],
): Promise<{ gone: Installed['installed']; refused: Installed['refused'] }> {
  const { trx, caller: member } = context;
  const { machines, programs } = await pick(trx, member, machineIds, programIds);
  const there = await trx
    .selectFrom('installations')
    .leftJoin('menus', (join) =>
      join
        .onRef('menus.organisationId', '=', 'installations.organisationId')
        .onRef('menus.id', '=', 'installations.menuId'),
    )
    .select(['installations.id', 'machineId', 'programId', menuNameFor(member).as('menuName')])
    .where(sql<boolean>`"machineId" = any(${machines.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`"programId" = any(${programs.map(({ id }) => id)}::uuid[])`)
    .execute();
  const namedRows = there.map((row) => ({
    ...row,
    machineName: nameIn(machines, row.machineId),
    programName: nameIn(programs, row.programId),
  }));
  const removedRows = namedRows.filter(({ menuName }) => menuName === null);
  // It stays only as long as its menu says.
  const marked = namedRows.flatMap(({ id, menuName }) => (menuName === null ? [] : id));
  await sql`update installations set "handPosition" = null where "organisationId" = ${member.organisationId}
    and id = any(${marked}::uuid[]) and "menuId" is not null`.execute(trx);
  const refusals = namedRows.flatMap(({ menuName, machineName, programName }) =>
    menuName === null ? [] : [{ machineName, programName, reason: onMenu(member, programName, menuName) }],
  );
  await remove(context, removedRows);
  return { gone: removedRows, refused: refusals };
}

/** MNU-01: what a menu puts on a machine leaves it with the menu only. */
function onMenu(member: Member, program: string, menu: string): string {
  return say(validationWords['custom.menus.onMenu'], member.language, { program, menu });
}

/** The name of the joined menu, hidden from a reader who does not see it; null where no menu is joined. */
function menuNameFor(member: Member) {
  return sql<string | null>`(case when menus.id is null then null when ${visibleMenus(member)} then menus.name
    else ${hiddenName} end)`;
}

/** An installation with the names for the history. */
interface NamedInstallation {
  id: string;
  machineId: string;
  machineName: string;
  programId: string;
  programName: string;
}

/** Removes installations of machines that are locked; positions on each stay 1 to n. */
async function remove(context: CallContext, removedRows: readonly NamedInstallation[]): Promise<void> {
  const { trx, caller: member } = context;
  const changed = [...new Set(removedRows.map(({ machineId }) => machineId))];
  await sql`delete from installations where id = any(${removedRows.map(({ id }) => id)}::uuid[])`.execute(trx);
  await sql`update installations set position = place
    from (
      select id, row_number() over (partition by "machineId" order by position) as place from installations
      where "machineId" = any(${changed}::uuid[])
    ) as wanted
    where installations.id = wanted.id and position <> place`.execute(trx);
  await record(
    trx,
    member,
    ...removedRows.map(({ machineId, machineName, programId, programName }) => ({
      type: 'uninstall' as const,
      origin: { entity: 'program' as const, id: programId, name: programName },
      target: { entity: 'machine' as const, id: machineId, name: machineName },
    })),
  );
  await desiredChanged(context, trx, member.organisationId, changed);
  // A program of a menu may have had no room.
  const { organisationId } = member;
  if (changed.length > 0) await context.jobs.announce(trx, 'menus.affected', { organisationId, machineIds: changed });
}

function nameIn(picked: readonly Picked[], id: string): string {
  return picked.find((one) => one.id === id)?.name ?? '';
}

/**
 * The installation with its machine locked; 404 when the member does not see the machine. Read after the lock is given:
 * menus may have changed it while this call waited.
 */
async function requireInstallation({ trx, caller: member }: CallContext, id: string) {
  await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .select('machines.id')
    .where('installations.id', '=', id)
    .where(visibleMachines(member))
    .forUpdate('machines')
    .execute();
  const row = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .innerJoin('programs', 'programs.id', 'installations.programId')
    .leftJoin('menus', (join) =>
      join
        .onRef('menus.organisationId', '=', 'installations.organisationId')
        .onRef('menus.id', '=', 'installations.menuId'),
    )
    .select([
      'installations.id',
      'installations.position',
      menuNameFor(member).as('menuName'),
      'installations.machineId',
      'installations.programId',
      'machines.name as machineName',
      'programs.name as programName',
    ])
    .where('installations.id', '=', id)
    .where(visibleMachines(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * PRG-05: moves an installation to this position. The first cannot move up, the last not down. Those between move
 * along, in one transaction under the machine's lock, so that two people who move at the same time end with one order.
 * MNU-01: those of menus keep the order of their menus, and come before those that were added by hand.
 */
export async function moveInstallation(context: CallContext, id: string, { position }: { position: number }) {
  const { trx, caller } = context;
  const { machineId, menuName, programName } = await requireInstallation(context, id);
  // Read under the lock: another call may have moved it while this one waited.
  const all = (await heldBy(trx, caller.organisationId, [machineId])).get(machineId) ?? [];
  const from = all.findIndex((one) => one.id === id);
  const to = position - 1;
  const first = all.filter((one) => one.menuId !== null).length;
  if (to < 0 || to >= all.length)
    throw unprocessable({ path: 'position', key: 'custom.phases.limits', args: { min: 1, max: all.length } });
  if (to === from) return findInstallation(context, id);
  if (menuName !== null)
    throw unprocessable({
      path: 'position',
      key: 'custom.menus.onMenu',
      args: { program: programName, menu: menuName },
    });
  if (to < first)
    throw unprocessable({
      path: 'position',
      key: 'custom.menus.afterMenus',
      args: { min: first + 1, max: all.length },
    });
  await moveRows(trx, caller.organisationId, reordered(all, from, to));
  await desiredChanged(context, trx, caller.organisationId, [machineId]);
  return findInstallation(context, id);
}

/** The rows of a machine with one of them elsewhere; on a machine with menus also with their places by hand. */
function reordered(all: readonly HeldRow[], from: number, to: number): HeldRow[] {
  const order = [...all];
  order.splice(to, 0, ...order.splice(from, 1));
  const ofHand = order.filter(({ menuId }) => menuId === null);
  const hasMenus = ofHand.length < order.length;
  const hand = byHandOf(all).map((row) => (row.menuId === null ? (ofHand.shift()?.id ?? row.id) : row.id));
  const handPosition = new Map(hand.map((id, index) => [id, index + 1]));
  return order.map((row, index) => ({
    ...row,
    position: index + 1,
    handPosition: hasMenus ? (handPosition.get(row.id) ?? null) : null,
  }));
}

export async function uninstallProgram(context: CallContext, id: string): Promise<void> {
  const installation = await requireInstallation(context, id);
  if (installation.menuName !== null)
    throw unprocessable({
      path: 'program',
      key: 'custom.menus.onMenu',
      args: { program: installation.programName, menu: installation.menuName },
    });
  await remove(context, [installation]);
}
