import { type Pages, page } from '../kit/pages/page.ts';

export const updatePages: Pages = {
  '/software-updates': page(() => import('./UpdatePages.tsx'), 'UpdateListPage'),
  '/software-updates/create': page(() => import('./UpdatePages.tsx'), 'UpdateCreatePage'),
  '/software-updates/:id': page(() => import('./UpdatePages.tsx'), 'UpdatePage'),
  '/software-updates/:id/rollout': page(() => import('./UpdatePages.tsx'), 'UpdateRolloutPage'),
};
