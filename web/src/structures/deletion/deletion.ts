import type { DeletionChoice, DeletionView } from '@fournil/contract/structures/structure';

/** What there is to decide when one or several structures go. */
export interface Deletion {
  count: number;
  children: number;
  below: number;
  machines: number;
  machinesBelow: number;
  relatedUsers: number;
  /** Of the only one; undefined with several. */
  parent: DeletionView['parent'] | undefined;
  isHidden: boolean;
  mayMoveUp: boolean;
  /** Machines can go where structures go. */
  mayMoveMachinesUp: boolean;
  mayUnassign: boolean;
  /** Machines stand in it, and there is nowhere where they could go. */
  isImpossible: boolean;
  first: DeletionChoice;
}

export function deletionOf(views: readonly DeletionView[]): Deletion {
  const sum = (field: 'children' | 'below' | 'machines' | 'machinesBelow' | 'relatedUsers') =>
    views.reduce((total, view) => total + view[field], 0);
  const mayMoveUp = views.every((view) => view.mayMoveUp);
  const mayUnassign = views.every((view) => view.mayUnassign);
  // At the top, up is the same as nowhere: one answer for both.
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

/** Machines that have to go somewhere, by what becomes of the structures below. */
export function movedMachines({ machines, machinesBelow }: Deletion, choice: DeletionChoice): number {
  return machines + (choice.children === 'delete' ? machinesBelow : 0);
}
