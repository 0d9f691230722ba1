import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const users: ResourceProps = {
  name: 'users',
  list: page(() => import('./UserList.tsx'), 'UserList'),
  show: page(() => import('./UserShow.tsx'), 'UserShow'),
  create: page(() => import('./UserCreate.tsx'), 'UserCreate'),
  recordRepresentation: 'fullName',
};
