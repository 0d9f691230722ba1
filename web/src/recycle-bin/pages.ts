import { type Pages, page } from '../kit/pages/page.ts';

export const recycleBinPages: Pages = {
  '/recycle-bin': page(() => import('./RecycleBinPage.tsx'), 'RecycleBinPage'),
};
