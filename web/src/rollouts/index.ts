import { part } from '../kit/pages/part.tsx';

export { afterSaving, DraftSwitch } from './parts/DraftSwitch.tsx';
export { MachineStates } from './parts/MachineStates.tsx';
export { RolloutLink } from './parts/RolloutLink.tsx';
export { RolloutState } from './parts/RolloutState.tsx';
export { isOpen, rolloutReading, rolloutsOf, sumOf } from './parts/rolloutQueries.ts';
export { useSettingTextOf } from './parts/subject.ts';

/** The rollout that is underway for a program or a menu, for its page; loaded beside it. */
export const OpenRollout = part(() => import('./parts/OpenRollout.tsx'), 'OpenRollout');

/** The page of a new rollout. */
export const NewRollout = part(() => import('./start/NewRollout.tsx'), 'NewRollout');
