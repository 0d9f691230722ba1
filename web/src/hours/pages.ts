import { type Pages, page } from '../kit/pages/page.ts';

export const hoursPages: Pages = {
  '/structures/:id/hours': page(() => import('./edit/HoursEdit.tsx'), 'HoursEdit'),
};
