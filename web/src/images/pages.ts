import { type Pages, page } from '../kit/pages/page.ts';

export const imagePages: Pages = {
  '/images-{product}': page(() => import('./LibraryPage.tsx'), 'ProgramImages'),
  '/images-{product}/add': page(() => import('./LibraryPage.tsx'), 'AddProgramImage'),
  '/images-machines': page(() => import('./LibraryPage.tsx'), 'MachineImages'),
  '/images-machines/add': page(() => import('./LibraryPage.tsx'), 'AddMachineImage'),
  '/images-machines/:machineCode': page(() => import('./LibraryPage.tsx'), 'MachineImage'),
  '/manage-images': page(() => import('./ManageImages.tsx'), 'ManageImages'),
};
