import type { ResourceProps } from 'ra-core';
import { page } from '../kit/page.ts';

export const users: ResourceProps = {
  name: 'users',
  list: page(() => import('./UserList.tsx'), 'UserList'),
  recordRepresentation: 'fullName',
};
