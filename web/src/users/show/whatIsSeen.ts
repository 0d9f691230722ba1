import { can } from '@fournil/contract/rights/policy';
import { isRight } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import type { UserDetail } from '@fournil/contract/users/user';

/** What a user sees of structures and machines; each is a sentence of `users.show.sight`. */
export type WhatIsSeen =
  | 'all'
  | 'allStructures'
  | 'structuresOnly'
  | 'relatedAndLoose'
  | 'related'
  | 'looseOnly'
  | 'none';

/** RGT-05, USR-06: computed from the policy table and from the structures to which they are assigned. */
export function whatIsSeenBy({
  rights,
  structures,
}: {
  rights: UserDetail['rights'];
  structures: readonly unknown[];
}): WhatIsSeen {
  const person: Actor = {
    kind: 'user',
    secondStepPending: false,
    rights: (rights ?? []).filter(isRight),
    remoteParamsEdit: false,
    master: null,
  };
  const seesMachines = can(person, 'machines.show');
  const seesLoose = seesMachines && can(person, 'machines.seeWithoutStructure');
  if (can(person, 'structures.seeAll')) {
    if (seesLoose) return 'all';
    return seesMachines ? 'allStructures' : 'structuresOnly';
  }
  if (structures.length > 0) return seesLoose ? 'relatedAndLoose' : 'related';
  return seesLoose ? 'looseOnly' : 'none';
}
