import { type Same, translatorFor } from '../kit/useT.ts';
import * as form from './formMessages.ts';
import * as list from './listMessages.ts';
import * as settings from './settingsMessages.ts';
import * as show from './showMessages.ts';
import * as software from './softwareMessages.ts';
import * as tab from './tabMessages.ts';

export const en = {
  machines: { ...list.en, ...show.en, ...tab.en, ...form.en, ...settings.en, ...software.en },
} as const;

export const fr: Same<typeof en> = {
  machines: { ...list.fr, ...show.fr, ...tab.fr, ...form.fr, ...settings.fr, ...software.fr },
};

export const useT = translatorFor<typeof en>();
