import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const structures: ResourceProps = {
  name: 'structures',
  list: page(() => import('./StructureList.tsx'), 'StructureList'),
  recordRepresentation: 'name',
};
