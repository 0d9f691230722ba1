import { settingKind } from '../machines/index.ts';
import { menuKind } from '../menus/index.ts';
import { programKind } from '../programs/index.ts';
import type { RolloutKinds } from '../rollouts/index.ts';
import { softwareKind } from '../software-updates/index.ts';

/** MNU-03: what can be rolled out, each with its feature. */
export const rolloutKinds: RolloutKinds = {
  software: softwareKind,
  program: programKind,
  menu: menuKind,
  setting: settingKind,
};
