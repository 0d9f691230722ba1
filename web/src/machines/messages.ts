import { type Same, translatorFor } from '../kit/useT.ts';
import * as contents from './contents/contentsMessages.ts';
import * as faults from './faults/faultMessages.ts';
import * as form from './forms/formMessages.ts';
import * as list from './list/listMessages.ts';
import * as refused from './refused/refusedMessages.ts';
import * as settings from './settings/settingsMessages.ts';
import * as show from './show/showMessages.ts';
import * as software from './software/softwareMessages.ts';
import * as tab from './tabMessages.ts';

export const en = {
  machines: {
    ...list.en,
    ...show.en,
    ...tab.en,
    ...form.en,
    ...settings.en,
    ...refused.en,
    ...software.en,
    ...contents.en,
    ...faults.en,
  },
} as const;

export const fr: Same<typeof en> = {
  machines: {
    ...list.fr,
    ...show.fr,
    ...tab.fr,
    ...form.fr,
    ...settings.fr,
    ...refused.fr,
    ...software.fr,
    ...contents.fr,
    ...faults.fr,
  },
};

export const useT = translatorFor<typeof en>();
