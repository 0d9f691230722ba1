import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { page } from '../kit/pages/page.ts';

/** USR-08: the question before an account is disabled or enabled, for other lists of people. */
export const SwitchUser = lazy(async () => ({ default: (await import('./SwitchUser.tsx')).SwitchUser }));

/** RGT-02: the catalogue of rights with switches, for other pages on which rights are chosen. */
export const RightsTree = lazy(async () => ({ default: (await import('./rights/RightsTree.tsx')).RightsTree }));
export { toggled } from './rights/rightsDraft.ts';

export const users: ResourceProps = {
  name: 'users',
  list: page(() => import('./list/UserList.tsx'), 'UserList'),
  show: page(() => import('./show/UserShow.tsx'), 'UserShow'),
  /** `/users/{id}`: a person's page is their address, too. */
  edit: page(() => import('./UserAddress.tsx'), 'UserAddress'),
  create: page(() => import('./forms/UserCreate.tsx'), 'UserCreate'),
  recordRepresentation: 'fullName',
};
