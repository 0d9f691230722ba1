import type { DeletionChoice, DeletionView } from '@fournil/contract/structures/structure';

/** The decisions to make when structures are deleted. */
export interface Deletion {
  count: number;
  children: number;
  below: number;
  machines: number;
  machinesBelow: number;
  relatedUsers: number;
  /** The parent, when only one is deleted; undefined for several. */
  parent: DeletionView['parent'] | undefined;
  isHidden: boolean;
  mayMoveUp: boolean;
  /** Machines can be moved to where the sub-structures are moved. */
  mayMoveMachinesUp: boolean;
  mayUnassign: boolean;
  /** It contains machines, and there is no structure to which they could be moved. */
  isImpossible: boolean;
  first: DeletionChoice;
}

export function deletionOf(views: readonly DeletionView[]): Deletion {
  const sum = (field: 'children' | 'below' | 'machines' | 'machinesBelow' | 'relatedUsers') =>
    views.reduce((total, view) => total + view[field], 0);
  const mayMoveUp = views.every((view) => view.mayMoveUp);
  const mayUnassign = views.every((view) => view.mayUnassign);
  // At the top level, moving up means no structure, so there is one choice for both.
  const mayMoveMachinesUp =
    mayMoveUp && views.every((view) => view.parent || view.mayUnassign) && views.some((view) => view.parent);
  const canPlace = mayMoveMachinesUp || mayUnassign;
  return {
    count: views.length,
    children: sum('children'),
    below: sum('below'),
    machines: sum('machines'),
    machinesBelow: sum('machinesBelow'),
    relatedUsers: sum('relatedUsers'),
    parent: views.length === 1 ? views[0]?.parent : undefined,
    isHidden: views.some((view) => view.isHidden),
    mayMoveUp,
    mayMoveMachinesUp,
    mayUnassign,
    isImpossible:
      (sum('machines') > 0 && !canPlace) ||
      (sum('children') > 0 && !mayMoveUp && sum('machinesBelow') > 0 && !canPlace),
    first: { children: mayMoveUp ? 'moveUp' : 'delete', machines: mayMoveMachinesUp ? 'moveUp' : 'unassign' },
  };
}

/** The number of machines that have to be moved or deleted, depending on the choice for the sub-structures. */
export function movedMachines({ machines, machinesBelow }: Deletion, choice: DeletionChoice): number {
  return machines + (choice.children === 'delete' ? machinesBelow : 0);
}
