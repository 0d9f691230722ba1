import { type Pages, page } from '../kit/pages/page.ts';

export const userPages: Pages = {
  '/users': page(() => import('./list/UserList.tsx'), 'UserList', { restoresScroll: true }),
  '/users/create': page(() => import('./forms/UserCreate.tsx'), 'UserCreate'),
  // A person’s page is their address, too.
  '/users/:id': page(() => import('./UserAddress.tsx'), 'UserAddress'),
  '/users/:id/show/*': page(() => import('./show/UserShow.tsx'), 'UserShow'),
  '/users/:id/edit': page(() => import('./forms/UserEdit.tsx'), 'UserEdit'),
  '/rights-templates': page(() => import('./templates/TemplateList.tsx'), 'TemplateList'),
  '/rights-templates/create': page(() => import('./templates/TemplatePage.tsx'), 'TemplateCreate'),
  '/rights-templates/:id': page(() => import('./templates/TemplatePage.tsx'), 'TemplatePage'),
  '/client-admins': page(() => import('./staff/StaffLists.tsx'), 'ClientAdminList'),
  '/{product}-technicians': page(() => import('./staff/StaffLists.tsx'), 'TechnicianList'),
  '/create-{product}-admin': page(() => import('./staff/CreateStaff.tsx'), 'CreateAdmin'),
  '/create-{product}-tech': page(() => import('./staff/CreateStaff.tsx'), 'CreateTechnician'),
  '/shared-machines': page(() => import('./sharing/SharedMachines.tsx'), 'SharedMachines'),
};
