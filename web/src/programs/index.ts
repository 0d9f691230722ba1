import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const programs: ResourceProps = {
  name: 'programs',
  list: page(() => import('./ProgramList.tsx'), 'ProgramList'),
  show: page(() => import('./ProgramShow.tsx'), 'ProgramShow'),
  edit: page(() => import('./ProgramEdit.tsx'), 'ProgramEdit'),
  create: page(() => import('./wizard/Wizard.tsx'), 'Wizard'),
  recordRepresentation: 'name',
};
