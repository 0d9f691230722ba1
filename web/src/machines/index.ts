import type { ResourceProps } from 'ra-core';
import { page } from '../kit/pages/page.ts';

export const ExtractActivities = page(() => import('./history/ExtractButton.tsx'), 'ExtractActivities');

export const machines: ResourceProps = {
  name: 'machines',
  list: page(() => import('./list/MachineList.tsx'), 'MachineList'),
  show: page(() => import('./show/MachineShow.tsx'), 'MachineShow'),
  edit: page(() => import('./forms/MachineEdit.tsx'), 'MachineEdit'),
  create: page(() => import('./forms/MachineCreate.tsx'), 'MachineCreate'),
  recordRepresentation: 'name',
};
