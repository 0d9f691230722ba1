import { lazy } from 'react';

/** USR-08: the question before an account is disabled or enabled, for other lists of people. */
export const SwitchUser = lazy(async () => ({ default: (await import('./SwitchUser.tsx')).SwitchUser }));

/** RGT-02: the catalogue of rights with switches, for other pages on which rights are chosen. */
export const RightsTree = lazy(async () => ({ default: (await import('./rights/RightsTree.tsx')).RightsTree }));
export { toggled } from './rights/rightsDraft.ts';
