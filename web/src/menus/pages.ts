import { type Pages, page } from '../kit/pages/page.ts';

export const menuPages: Pages = {
  '/menus': page(() => import('./list/MenuList.tsx'), 'MenuList', { restoresScroll: true }),
  '/menus/create': page(() => import('./edit/MenuCreate.tsx'), 'MenuCreate'),
  '/menus/:id': page(() => import('./edit/MenuEdit.tsx'), 'MenuEdit'),
  '/menus/:id/show/*': page(() => import('./show/MenuShow.tsx'), 'MenuShow'),
  '/menus/calendar/:year?': page(() => import('./calendar/CalendarPage.tsx'), 'CalendarPage'),
};
