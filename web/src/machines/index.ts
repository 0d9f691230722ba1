import { part } from '../kit/pages/part.tsx';

export const ExtractActivities = part(() => import('./history/ExtractButton.tsx'), 'ExtractActivities');
