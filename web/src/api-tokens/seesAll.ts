import { can } from '@fournil/contract/rights/policy';
import type { Right } from '@fournil/contract/rights/rights';

/** Whether a token with these rights sees every structure, as the policy says for a user. */
export function seesAll(rights: readonly Right[]): boolean {
  return can({ kind: 'user', secondStepPending: false, remoteParamsEdit: false, rights }, 'structures.seeAll');
}
