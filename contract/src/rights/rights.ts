/** RGT-02: the catalogue. Each right names its parent; a right is effective only while its parent is (RGT-03). */
export const rightParents = {
  ROLE_PROGRAM_ACCESS: null,
  ROLE_PROGRAM_CREATE: 'ROLE_PROGRAM_ACCESS',
  ROLE_PROGRAM_EDITOR: 'ROLE_PROGRAM_ACCESS',
  ROLE_PROGRAM_DELETE: 'ROLE_PROGRAM_ACCESS',
  ROLE_PROGRAM_IMPORT_EXPORT: 'ROLE_PROGRAM_ACCESS',
  ROLE_PROGRAM_APPROVE_ACCESS: 'ROLE_PROGRAM_ACCESS',
  ROLE_PROGRAM_APPROVE_ACTION: 'ROLE_PROGRAM_APPROVE_ACCESS',
  ROLE_MACHINE_ACCESS: null,
  ROLE_MACHINE_CREATE: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_EDITOR: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_DELETE: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_ACCESS_NO_STRUCTURE: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_INSTALL_PROGRAM: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_APPROVE_ACTION: 'ROLE_MACHINE_ACCESS',
  ROLE_MACHINE_ACTIVATE_ACTION: 'ROLE_MACHINE_ACCESS',
  ROLE_TAG_ACCESS: null,
  ROLE_TAG_CREATE: 'ROLE_TAG_ACCESS',
  ROLE_TAG_EDITOR: 'ROLE_TAG_ACCESS',
  ROLE_TAG_DELETE: 'ROLE_TAG_ACCESS',
  ROLE_TAG_ASSIGN: 'ROLE_TAG_ACCESS',
  ROLE_STRUCTURE_ACCESS: null,
  ROLE_STRUCTURE_CREATE: 'ROLE_STRUCTURE_ACCESS',
  ROLE_STRUCTURE_EDITOR: 'ROLE_STRUCTURE_ACCESS',
  ROLE_STRUCTURE_DELETE: 'ROLE_STRUCTURE_ACCESS',
  ROLE_STRUCTURE_TOTAL_ACCESS: 'ROLE_STRUCTURE_ACCESS',
  ROLE_STRUCTURE_ADD_MACHINE: 'ROLE_STRUCTURE_ACCESS',
} as const;

export type Right = keyof typeof rightParents;
export const rights = Object.keys(rightParents) as Right[];

export function isRight(name: string): name is Right {
  return Object.hasOwn(rightParents, name);
}

/** True when the right and every parent above it are held. */
export function isEffective(held: ReadonlySet<Right> | readonly Right[], right: Right): boolean {
  const set = held instanceof Set ? held : new Set(held as readonly Right[]);
  for (let at: Right | null = right; at !== null; at = rightParents[at]) if (!set.has(at)) return false;
  return true;
}

/** The sub-rights of a right, at any depth. */
export function subRightsOf(right: Right): Right[] {
  return rights.filter((one) => one !== right && isBelow(one, right));
}

function isBelow(one: Right, right: Right): boolean {
  for (let at: Right | null = one; at !== null; at = rightParents[at]) if (at === right) return true;
  return false;
}

/** The first right without its parent, or null: such a set is never stored. */
export function firstWithoutParent(held: readonly Right[]): Right | null {
  return held.find((right) => rightParents[right] !== null && !held.includes(rightParents[right])) ?? null;
}
