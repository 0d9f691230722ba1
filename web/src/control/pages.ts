import { type Pages, page } from '../kit/pages/page.ts';

export const controlPages: Pages = {
  '/select-user': page(() => import('./SelectUser.tsx'), 'SelectUser'),
};
