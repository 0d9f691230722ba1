import { part } from '../kit/pages/part.tsx';

/** USR-08: the question before an account is disabled or enabled, for other lists of people. */
export const SwitchUser = part(() => import('./SwitchUser.tsx'), 'SwitchUser');

/** RGT-02: the catalogue of rights with switches, for other pages on which rights are chosen. */
export const RightsTree = part(() => import('./rights/RightsTree.tsx'), 'RightsTree');
export { toggled } from './rights/rightsDraft.ts';
