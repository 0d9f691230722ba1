import type { ProfileView } from '@fournil/contract/accounts/profile';
import { type Action, can, policy } from '@fournil/contract/rights/policy';
import { actorOf } from '../kit/session/profile.ts';

export { actorOf };

/** Whether this reader has the right for an action as ra-core names it, such as `machines.list`. */
export function mayAct(reader: ProfileView, name: string): boolean {
  return Object.hasOwn(policy, name) && can(actorOf(reader), name as Action);
}
