import type { ResourceProps } from 'ra-core';
import { page } from '../kit/pages/page.ts';

export const tags: ResourceProps = {
  name: 'tags',
  list: page(() => import('./TagList.tsx'), 'TagList'),
  show: page(() => import('./TagShow.tsx'), 'TagShow'),
  edit: page(() => import('./TagEdit.tsx'), 'TagEdit'),
  create: page(() => import('./TagCreate.tsx'), 'TagCreate'),
  recordRepresentation: 'name',
};
