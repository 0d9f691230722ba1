import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { returningOne } from '../../db/organisations.ts';
import { newId } from '../../kit/ids.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { desiredChanged } from '../desiredChanged.ts';

/** What a machine should hold by its menus, in the order of its list. */
export interface MenuList {
  machineId: string;
  programs: readonly { programId: string; menuId: string }[];
}

/** How many programs a machine had and has, and whether other ones or only another order. */
export interface ListChange {
  machineId: string;
  before: number;
  after: number;
  isReordered: boolean;
}

export interface HeldRow {
  id: string;
  machineId: string;
  programId: string;
  position: number;
  menuId: string | null;
  handPosition: number | null;
}

/** MNU-01: a shop has added it itself, so that it stays when it leaves a menu. */
export function isByHand(row: Pick<HeldRow, 'menuId' | 'handPosition'>): boolean {
  return row.menuId === null || row.handPosition !== null;
}

/**
 * Those that were added by hand, in their order. The place of those that a menu puts there as well is kept in
 * `handPosition`; the order of the others is that of their positions.
 */
export function byHandOf<Row extends Pick<HeldRow, 'menuId' | 'handPosition' | 'position'>>(
  rows: readonly Row[],
): Row[] {
  const list = rows.filter(({ menuId }) => menuId === null).sort((a, b) => a.position - b.position);
  const also = rows
    .filter((row) => row.menuId !== null && isByHand(row))
    .sort((a, b) => (a.handPosition ?? 0) - (b.handPosition ?? 0) || a.position - b.position);
  for (const row of also) list.splice((row.handPosition ?? 1) - 1, 0, row);
  return list;
}

/** The installations of these machines. */
export async function heldBy(
  trx: Trx,
  organisationId: string,
  machineIds: readonly string[],
): Promise<Map<string, HeldRow[]>> {
  const rows = await trx
    .selectFrom('installations')
    .select(['id', 'machineId', 'programId', 'position', 'menuId', 'handPosition'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${machineIds}::uuid[])`)
    .orderBy('machineId')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ machineId }) => machineId);
}

/**
 * Puts the programs of menus on machines, which the caller has locked: those of the menus first, then those added by
 * hand; what no menu puts there any more and nobody has added by hand is removed. Returns the machines whose list
 * changed.
 */
export async function followMenus(
  services: Services,
  trx: Trx,
  organisationId: string,
  lists: readonly MenuList[],
  held: ReadonlyMap<string, HeldRow[]>,
): Promise<ListChange[]> {
  const steps = lists.map((list) => stepsFor(list, held.get(list.machineId) ?? []));
  await removeRows(
    trx,
    organisationId,
    steps.flatMap(({ gone }) => gone),
  );
  await moveRows(
    trx,
    organisationId,
    steps.flatMap(({ moved }) => moved),
  );
  await insertRows(
    trx,
    organisationId,
    steps.flatMap(({ added }) => added),
  );
  const changed = steps.filter(({ isNewList }) => isNewList);
  await desiredChanged(
    services,
    trx,
    organisationId,
    changed.map(({ machineId }) => machineId),
  );
  const renamed = steps.filter((one) => !one.isNewList && one.moved.length > 0).map(({ machineId }) => machineId);
  await notifyLive(trx, { organisationId, resource: 'programMachines', op: 'update', ids: renamed });
  return changed.map(({ machineId, before, after, isReordered }) => ({ machineId, before, after, isReordered }));
}

interface Steps extends ListChange {
  gone: HeldRow[];
  moved: HeldRow[];
  added: Omit<HeldRow, 'id'>[];
  /** Programs or their order differ, not only where they come from. */
  isNewList: boolean;
}

function stepsFor({ machineId, programs }: MenuList, rows: readonly HeldRow[]): Steps {
  const byHand = new Map(byHandOf(rows).map(({ programId }, index) => [programId, index + 1]));
  const present = new Map(rows.map((row) => [row.programId, row]));
  const ofMenus = new Set(programs.map(({ programId }) => programId));
  const list = [
    ...programs.map((one) => ({ ...one, handPosition: byHand.get(one.programId) ?? null })),
    ...[...byHand]
      .filter(([programId]) => !ofMenus.has(programId))
      .map(([programId, handPosition]) => ({ programId, menuId: null, handPosition })),
  ].map((one, index) => ({ ...one, machineId, position: index + 1 }));
  const wantedIds = new Set(list.map(({ programId }) => programId));
  const keptRows = list.flatMap((one) => {
    const row = present.get(one.programId);
    return row ? [{ row, one: { ...one, id: row.id } }] : [];
  });
  const addedEntries = list.filter(({ programId }) => !present.has(programId));
  const removedRows = rows.filter(({ programId }) => !wantedIds.has(programId));
  return {
    machineId,
    gone: removedRows,
    added: addedEntries,
    moved: keptRows.filter(({ row, one }) => isOther(row, one)).map(({ one }) => one),
    before: rows.length,
    after: list.length,
    isReordered: addedEntries.length + removedRows.length === 0,
    isNewList:
      addedEntries.length + removedRows.length > 0 || keptRows.some(({ row, one }) => row.position !== one.position),
  };
}

/** On a machine without menus, the place of a program is its position alone. */
function isOther(row: HeldRow, one: HeldRow): boolean {
  const isPlain = row.menuId === null && one.menuId === null && row.handPosition === null;
  const sameHand = row.handPosition === one.handPosition || (isPlain && row.position === one.handPosition);
  return row.position !== one.position || row.menuId !== one.menuId || !sameHand;
}

async function removeRows(trx: Trx, organisationId: string, rows: readonly HeldRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from installations where "organisationId" = ${organisationId}
    and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
}

/** Writes position, menu and place by hand of these rows. */
export async function moveRows(trx: Trx, organisationId: string, rows: readonly HeldRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update installations
    set position = wanted.position, "menuId" = wanted."menuId", "handPosition" = wanted."handPosition"
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ position }) => position)}::int[],
      ${rows.map(({ menuId }) => menuId)}::uuid[], ${rows.map(({ handPosition }) => handPosition)}::int[])
      as wanted (id, position, "menuId", "handPosition")
    where installations."organisationId" = ${organisationId} and installations.id = wanted.id`.execute(trx);
}

async function insertRows(trx: Trx, organisationId: string, rows: readonly Omit<HeldRow, 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into installations (id, "organisationId", "machineId", "programId", position, "menuId")
    select id, ${organisationId}, "machineId", "programId", position, "menuId"
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map(({ machineId }) => machineId)}::uuid[],
      ${rows.map(({ programId }) => programId)}::uuid[], ${rows.map(({ position }) => position)}::int[],
      ${rows.map(({ menuId }) => menuId)}::uuid[])
      as wanted (id, "machineId", "programId", position, "menuId")
    ${returningOne}`.execute(trx);
}
