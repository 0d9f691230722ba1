import { type Pages, page } from '../kit/pages/page.ts';

export const homePages: Pages = {
  '/': page(() => import('./HomePage.tsx'), 'HomePage'),
};
