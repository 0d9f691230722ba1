import { type Same, translatorFor } from '../kit/useT.ts';
import * as bakes from './bakes/bakeMessages.ts';
import * as edit from './edit/editMessages.ts';
import * as list from './list/listMessages.ts';
import * as revisions from './revisions/messages.ts';
import * as show from './show/showMessages.ts';
import * as wizard from './wizard/wizardMessages.ts';

export const en = {
  resources: {
    programs: { ...list.en, ...show.en, ...edit.en, ...wizard.en, ...revisions.en, ...bakes.en },
  },
} as const;

export const fr: Same<typeof en> = {
  resources: {
    programs: { ...list.fr, ...show.fr, ...edit.fr, ...wizard.fr, ...revisions.fr, ...bakes.fr },
  },
};

export const useT = translatorFor<typeof en>();
