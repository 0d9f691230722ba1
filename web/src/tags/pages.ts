import { type Pages, page } from '../kit/pages/page.ts';

export const tagPages: Pages = {
  '/tags': page(() => import('./TagList.tsx'), 'TagList', { restoresScroll: true }),
  '/tags/create': page(() => import('./TagCreate.tsx'), 'TagCreate'),
  '/tags/:id': page(() => import('./TagEdit.tsx'), 'TagEdit'),
  '/tags/:id/show': page(() => import('./TagShow.tsx'), 'TagShow'),
};
