import type { ResourceProps } from 'ra-core';
import { createElement } from 'react';
import { Route } from 'react-router-dom';
import { page } from '../kit/pages/page.ts';

const ComparePage = page(() => import('./compare/ComparePage.tsx'), 'ComparePage');

export const programs: ResourceProps = {
  name: 'programs',
  list: page(() => import('./list/ProgramList.tsx'), 'ProgramList'),
  show: page(() => import('./show/ProgramShow.tsx'), 'ProgramShow'),
  edit: page(() => import('./edit/ProgramEdit.tsx'), 'ProgramEdit'),
  create: page(() => import('./wizard/Wizard.tsx'), 'Wizard'),
  recordRepresentation: 'name',
  children: createElement(Route, { path: 'compare', element: createElement(ComparePage) }),
};
