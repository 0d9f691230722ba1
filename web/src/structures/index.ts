import type { ResourceProps } from 'ra-core';
import { page } from '../kit/pages/page.ts';

export const structures: ResourceProps = {
  name: 'structures',
  list: page(() => import('./list/StructureList.tsx'), 'StructureList'),
  show: page(() => import('./show/StructureShow.tsx'), 'StructureShow'),
  edit: page(() => import('./forms/StructureEdit.tsx'), 'StructureEdit'),
  create: page(() => import('./forms/StructureCreate.tsx'), 'StructureCreate'),
  recordRepresentation: 'name',
};
