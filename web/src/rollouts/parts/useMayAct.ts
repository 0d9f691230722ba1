import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { rolloutActs } from '@fournil/contract/rollouts/rolloutActs';
import { useMay } from '../../kit/session/profile.ts';

/** Whether the reader may pause, stop, retry and take back rollouts of this kind. */
export function useMayAct(kind: RolloutKindName): boolean {
  const may = useMay();
  return may('rollouts.act') && may(rolloutActs[kind]);
}
