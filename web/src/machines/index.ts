import { page } from '../kit/pages/page.ts';

export const ExtractActivities = page(() => import('./history/ExtractButton.tsx'), 'ExtractActivities');
