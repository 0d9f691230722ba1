import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const ExtractActivities = page(() => import('./ExtractActivities.tsx'), 'ExtractActivities');

export const machines: ResourceProps = {
  name: 'machines',
  list: page(() => import('./MachineList.tsx'), 'MachineList'),
  show: page(() => import('./MachineShow.tsx'), 'MachineShow'),
  edit: page(() => import('./MachineEdit.tsx'), 'MachineEdit'),
  create: page(() => import('./MachineCreate.tsx'), 'MachineCreate'),
  recordRepresentation: 'name',
};
