import { type Pages, page } from '../kit/pages/page.ts';

export const structurePages: Pages = {
  '/structures': page(() => import('./list/StructureList.tsx'), 'StructureList', { restoresScroll: true }),
  '/structures/create': page(() => import('./forms/StructureCreate.tsx'), 'StructureCreate'),
  '/structures/:id': page(() => import('./forms/StructureEdit.tsx'), 'StructureEdit'),
  '/structures/:id/show': page(() => import('./show/StructureShow.tsx'), 'StructureShow'),
};
