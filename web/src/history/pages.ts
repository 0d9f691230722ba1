import { type Pages, page } from '../kit/pages/page.ts';

export const historyPages: Pages = {
  '/activity': page(() => import('./ActivityPage.tsx'), 'ActivityPage'),
  '/all-activity': page(() => import('./AllActivityPage.tsx'), 'AllActivityPage'),
};
