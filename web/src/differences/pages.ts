import { type Pages, page } from '../kit/pages/page.ts';

export const differencePages: Pages = {
  '/differences': page(() => import('./DifferencesPage.tsx'), 'DifferencesPage'),
};
