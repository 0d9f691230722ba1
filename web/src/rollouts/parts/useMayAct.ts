import type { Action } from '@fournil/contract/rights/policy';
import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { useMay } from '../../kit/session/profile.ts';

/** What acting on a rollout needs beside `rollouts.act`, by what it gives. */
const acts = {
  software: 'software-updates.manage',
  program: 'programs.rollOut',
  menu: 'menus.rollOut',
  setting: 'machines.settings',
} as const satisfies Record<RolloutKindName, Action>;

/** Whether the reader may pause, stop, retry and take back rollouts of this kind. */
export function useMayAct(kind: RolloutKindName): boolean {
  const may = useMay();
  return may('rollouts.act') && may(acts[kind]);
}
