import { type Pages, page } from '../kit/pages/page.ts';

export const modelPages: Pages = {
  '/models': page(() => import('./ModelList.tsx'), 'ModelList'),
  '/models/create': page(() => import('./ModelCreate.tsx'), 'ModelCreate'),
  '/models/:id': page(() => import('./ModelEdit.tsx'), 'ModelEdit'),
};
