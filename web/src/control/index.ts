import { page } from '../kit/pages/page.ts';

export { Consent } from './Consent.tsx';
export { ControlBanner } from './ControlBanner.tsx';
export { useT as useControlT } from './messages.ts';
export { MasterContext, useStop } from './useControl.ts';
export const ControlSessions = page(() => import('./ControlSessions.tsx'), 'ControlSessions');
