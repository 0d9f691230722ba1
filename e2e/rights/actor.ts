import type { ProfileView } from '@fournil/contract/accounts/profile';
import { isRight } from '@fournil/contract/rights/rights';

/** The actor of this person for the policy. */
export function actorOf({ kind, rights, roles }: ProfileView) {
  return {
    kind,
    secondStepPending: false,
    rights: rights.filter(isRight),
    remoteParamsEdit: roles.includes('ROLE_REMOTE_PARAMS_EDIT'),
  };
}
