import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const tags: ResourceProps = {
  name: 'tags',
  list: page(() => import('./TagList.tsx'), 'TagList'),
  recordRepresentation: 'name',
};
