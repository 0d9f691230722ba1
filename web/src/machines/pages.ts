import { type Pages, page } from '../kit/pages/page.ts';

export const machinePages: Pages = {
  '/machines': page(() => import('./list/MachineList.tsx'), 'MachineList', { restoresScroll: true }),
  '/faults': page(() => import('./faults/FaultList.tsx'), 'FaultList', { restoresScroll: true }),
  '/machines/create': page(() => import('./forms/MachineCreate.tsx'), 'MachineCreate'),
  '/machines/:id': page(() => import('./forms/MachineEdit.tsx'), 'MachineEdit'),
  '/machines/:id/show/*': page(() => import('./show/MachineShow.tsx'), 'MachineShow'),
  '/machines/:id/settings': page(() => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
  '/machines/:id/settings/rollout': page(() => import('./settings/SettingRollout.tsx'), 'SettingRollout'),
  '/machines/:id/contents': page(() => import('./contents/ContentsPage.tsx'), 'ContentsPage'),
};
