import type { ProfileView } from '@fournil/contract/accounts/profile';
import { type Action, can, policy } from '@fournil/contract/rights/policy';
import { actorOf } from '../kit/session/profile.ts';

export { actorOf };

/** Whether this reader may do what ra-core names, as `machines.list`. */
export function mayAct(reader: ProfileView, name: string): boolean {
  return Object.hasOwn(policy, name) && can(actorOf(reader), name as Action);
}
