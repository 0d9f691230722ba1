import type { ProfileView } from '@fournil/contract/accounts/profile';
import { product } from '@fournil/contract/product';
import type { Action } from '@fournil/contract/rights/policy';
import type { IconName } from '../../kit/signs/Icon.tsx';

export interface MenuEntry {
  to: string;
  label:
    | 'home'
    | 'users'
    | 'structures'
    | 'tags'
    | 'programs'
    | 'menus'
    | 'machines'
    | 'faults'
    | 'differences'
    | 'rollouts'
    | 'technicians'
    | 'clients'
    | 'programImages'
    | 'machineImages'
    | 'models'
    | 'softwareUpdates';
  icon: IconName;
  act: Action;
  /** Other paths for which this entry is marked as the present one. */
  also?: string;
  /** One of the four entries of the phone's bottom bar. */
  often?: true;
}

/** NAV-03 */
const menuOfOrganisation: MenuEntry[] = [
  { to: '/', label: 'home', icon: 'home', act: 'home.summary', often: true },
  { to: '/users', label: 'users', icon: 'users', act: 'users.list' },
  { to: '/structures', label: 'structures', icon: 'structures', act: 'structures.open', often: true },
  { to: '/tags', label: 'tags', icon: 'tags', act: 'tags.open' },
  { to: '/programs', label: 'programs', icon: 'programs', act: 'programs.list', often: true },
  { to: '/menus', label: 'menus', icon: 'menus', act: 'menus.list' },
  { to: '/machines', label: 'machines', icon: 'machines', act: 'machines.list', often: true },
  { to: '/faults', label: 'faults', icon: 'faults', act: 'machines.show' },
  { to: '/differences', label: 'differences', icon: 'copy', act: 'programMachines.list' },
  { to: '/rollouts', label: 'rollouts', icon: 'rings', act: 'rollouts.list' },
];

/** NAV-02 */
const menuOfMaker = (): MenuEntry[] => [
  { to: '/', label: 'home', icon: 'home', act: 'home.fleet', often: true },
  {
    to: `/${product.slug}-technicians`,
    label: 'technicians',
    icon: 'technicians',
    act: 'technicians.list',
    often: true,
  },
  { to: '/client-admins', label: 'clients', icon: 'users', act: 'client-admins.list', often: true },
  { to: `/images-${product.slug}`, label: 'programImages', icon: 'images', act: 'images.manage' },
  { to: '/images-machines', label: 'machineImages', icon: 'machines', act: 'images.manage' },
  { to: '/models', label: 'models', icon: 'sheet', act: 'models.manage' },
  {
    to: '/software-updates',
    also: '/rollouts',
    label: 'softwareUpdates',
    icon: 'software',
    act: 'software-updates.manage',
  },
];

export function menuFor(profile: ProfileView, may: (act: Action) => boolean): MenuEntry[] {
  const entries = profile.kind === 'superAdmin' || profile.kind === 'technician' ? menuOfMaker() : menuOfOrganisation;
  return entries.filter(({ act }) => may(act));
}
