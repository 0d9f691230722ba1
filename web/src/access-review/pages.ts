import { type Pages, page } from '../kit/pages/page.ts';

export const accessReviewPages: Pages = {
  '/access-review': page(() => import('./AccessReviewPage.tsx'), 'AccessReviewPage'),
};
