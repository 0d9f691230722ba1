import type { MenuPrograms, MissingReason } from '@fournil/contract/menus/holding';
import type { NamedMachine } from './follow/facts.ts';

/** What a machine holds by its menus, and which menus it follows. */
export interface MachineList extends MenuPrograms {
  menuIds: string[];
}

/** Machines for which the same is computed. */
export interface Group {
  /** At least one. */
  machines: NamedMachine[];
  /** The programs that were added by hand, in their order: they neither come nor go. */
  byHand: readonly string[];
}

/** The machines of a group as they are and as they would be. */
export interface Change extends Group {
  before: MachineList;
  after: MachineList;
}

interface Counts {
  comes: number;
  goes: number;
  moves: number;
}

interface Missing {
  id: string;
  reason: MissingReason;
  machineCount: number;
}

/** Sums up what would change on these machines with a menu. */
export function tallyOf(changes: readonly Change[], menuId: string) {
  const programs = new Map<string, Counts>();
  const changed = changes.filter((change) => countChanges(programs, change));
  const follows = ({ menuIds }: MachineList) => menuIds.includes(menuId);
  const following = changes.filter(({ after }) => follows(after));
  const structures = new Set(following.flatMap(({ machines: [machine] }) => machine?.structureIds[0] ?? []));
  return {
    programs,
    missing: missingOf(following, menuId),
    counts: {
      machineCount: count(following),
      structureCount: structures.size,
      changedCount: count(changed),
      joiningCount: count(following.filter(({ before }) => !follows(before))),
      leavingCount: count(changes.filter(({ before, after }) => follows(before) && !follows(after))),
    },
  };
}

const count = (changes: readonly Change[]) => changes.reduce((sum, { machines }) => sum + machines.length, 0);

function missingOf(following: readonly Change[], menuId: string): Missing[] {
  const missingById = new Map<string, Missing>();
  for (const { after, machines } of following)
    for (const { programId: id, reason } of after.missing.filter((one) => one.menuId === menuId)) {
      const key = `${id} ${reason}`;
      missingById.set(key, { id, reason, machineCount: (missingById.get(key)?.machineCount ?? 0) + machines.length });
    }
  return [...missingById.values()];
}

/** Adds what comes, goes and moves on the machines of a group; returns whether anything does. */
function countChanges(programs: Map<string, Counts>, { before, after, machines, ...group }: Change): boolean {
  const byHand = new Set(group.byHand);
  const [was, is] = [idsOf(before), idsOf(after)];
  const [formerIds, newIds] = [new Set(was), new Set(is)];
  const order = was.filter((id) => newIds.has(id));
  const idsByChange: Record<keyof Counts, string[]> = {
    comes: is.filter((id) => !formerIds.has(id) && !byHand.has(id)),
    goes: was.filter((id) => !newIds.has(id) && !byHand.has(id)),
    moves: is.filter((id) => formerIds.has(id)).filter((id, index) => order[index] !== id),
  };
  for (const [what, ids] of Object.entries(idsByChange) as [keyof Counts, string[]][])
    for (const id of ids) {
      const counts = programs.get(id) ?? { comes: 0, goes: 0, moves: 0 };
      programs.set(id, { ...counts, [what]: counts[what] + machines.length });
    }
  return Object.values(idsByChange).some((ids) => ids.length > 0);
}

function idsOf({ programs }: MenuPrograms): string[] {
  return programs.map(({ programId }) => programId);
}
