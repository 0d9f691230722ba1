import { type Same, translatorFor } from '../kit/useT.ts';

export const en = { history: { title: 'My activity', lead: 'What you did, newest first.' } } as const;

export const fr: Same<typeof en> = { history: { title: 'Mon activité', lead: 'Ce que vous avez fait, le plus récent d’abord.' } };

export const useT = translatorFor<typeof en>();
