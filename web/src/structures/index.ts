import type { ResourceProps } from 'ra-core';
import { page } from '../kit/pages/page.ts';

export const structures: ResourceProps = {
  name: 'structures',
  list: page(() => import('./StructureList.tsx'), 'StructureList'),
  show: page(() => import('./StructureShow.tsx'), 'StructureShow'),
  edit: page(() => import('./StructureEdit.tsx'), 'StructureEdit'),
  create: page(() => import('./StructureCreate.tsx'), 'StructureCreate'),
  recordRepresentation: 'name',
};
