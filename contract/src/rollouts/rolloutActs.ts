import type { Action } from '../rights/policy.ts';
import type { RolloutKindName } from './rollout.ts';

/** What a person needs to act on a rollout, beside `rollouts.act`, by what it gives. */
export const rolloutActs = {
  software: 'software-updates.manage',
  program: 'programs.rollOut',
  menu: 'menus.rollOut',
  setting: 'machines.settings',
} as const satisfies Record<RolloutKindName, Action>;
