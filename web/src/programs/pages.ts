import { type Pages, page } from '../kit/pages/page.ts';

export const programPages: Pages = {
  '/programs': page(() => import('./list/ProgramList.tsx'), 'ProgramList', { restoresScroll: true }),
  '/programs/create/*': page(() => import('./wizard/Wizard.tsx'), 'Wizard'),
  '/programs/:id/*': page(() => import('./edit/ProgramEdit.tsx'), 'ProgramEdit'),
  '/programs/:id/show/*': page(() => import('./show/ProgramShow.tsx'), 'ProgramShow'),
  '/programs/compare': page(() => import('./compare/ComparePage.tsx'), 'ComparePage'),
  '/programs/:id/bakes': page(() => import('./bakes/BakesPage.tsx'), 'BakesPage'),
};
