import { type Pages, page } from '../kit/pages/page.ts';

export const rolloutPages: Pages = {
  '/rollouts': page(() => import('./RolloutPages.tsx'), 'RolloutListPage'),
  '/rollouts/:id': page(() => import('./RolloutPages.tsx'), 'RolloutPage'),
  '/programs/:id/rollout': page(() => import('./start/ProgramRollout.tsx'), 'ProgramRollout'),
  '/menus/:id/rollout': page(() => import('./start/MenuRollout.tsx'), 'MenuRollout'),
};
