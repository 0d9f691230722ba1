import { type Pages, page } from '../kit/pages/page.ts';

export const tokenPages: Pages = {
  '/api-tokens': page(() => import('./TokenList.tsx'), 'TokenList'),
  '/api-tokens/create': page(() => import('./TokenCreate.tsx'), 'TokenCreate'),
};
