import { type Right, rightParents, rights, subRightsOf } from '@fournil/contract/rights/rights';

/** The rights after a toggle: withdrawing one withdraws its sub-rights; one without its parent cannot be given. */
export function toggled(held: readonly Right[], right: Right): Right[] {
  if (held.includes(right)) {
    const gone = [right, ...subRightsOf(right)];
    return held.filter((one) => !gone.includes(one));
  }
  return canGive(held, right) ? inOrder([...held, right]) : [...held];
}

export function canGive(held: readonly Right[], right: Right): boolean {
  const parent = rightParents[right];
  return parent === null || held.includes(parent);
}

/** The changes applied to the present rights; a right whose parent was withdrawn meanwhile is left out. */
export function rebased(held: readonly Right[], added: readonly Right[], taken: readonly Right[]): Right[] {
  const gone = new Set(taken.flatMap((right) => [right, ...subRightsOf(right)]));
  const wanted = new Set([...held, ...added].filter((right) => !gone.has(right)));
  return rights.filter((right) => wanted.has(right) && standsOnHeld(wanted, right));
}

function standsOnHeld(held: ReadonlySet<Right>, right: Right): boolean {
  for (let at: Right | null = rightParents[right]; at !== null; at = rightParents[at]) if (!held.has(at)) return false;
  return true;
}

export function differenceOf(before: readonly Right[], after: readonly Right[]) {
  return {
    added: after.filter((right) => !before.includes(right)),
    taken: before.filter((right) => !after.includes(right)),
  };
}

/** The catalogue as a tree, in its order. */
export function childrenOf(parent: Right | null): Right[] {
  return rights.filter((right) => rightParents[right] === parent);
}

function inOrder(held: readonly Right[]): Right[] {
  return rights.filter((right) => held.includes(right));
}
