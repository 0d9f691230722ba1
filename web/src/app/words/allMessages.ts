import { validationWords } from '@fournil/contract/kit/validation';
import raEnglish from 'ra-language-english';
import raFrench from 'ra-language-french';
import * as accessReview from '../../access-review/messages.ts';
import * as profile from '../../accounts/profile/messages.ts';
import * as apiTokens from '../../api-tokens/messages.ts';
import * as control from '../../control/messages.ts';
import * as differences from '../../differences/messages.ts';
import * as history from '../../history/messages.ts';
import * as home from '../../home/messages.ts';
import * as images from '../../images/messages.ts';
import * as bulk from '../../kit/bulk/messages.ts';
import * as pictures from '../../kit/images/messages.ts';
import * as kit from '../../kit/messages.ts';
import * as outages from '../../kit/outages/messages.ts';
import * as people from '../../kit/people/messages.ts';
import * as machines from '../../machines/messages.ts';
import * as menus from '../../menus/messages.ts';
import * as models from '../../models/messages.ts';
import * as phases from '../../phases/messages.ts';
import * as programFiles from '../../program-files/messages.ts';
import * as programs from '../../programs/messages.ts';
import * as recycleBin from '../../recycle-bin/messages.ts';
import * as rollouts from '../../rollouts/messages.ts';
import * as softwareUpdates from '../../software-updates/messages.ts';
import * as structures from '../../structures/messages.ts';
import * as tags from '../../tags/messages.ts';
import * as users from '../../users/messages.ts';
import * as webhooks from '../../webhooks/messages.ts';
import { type Tree, treeFrom } from './tree.ts';

/** The texts of every feature that needs a session, one line each. */
const features = [
  kit,
  control,
  people,
  outages,
  bulk,
  pictures,
  images,
  profile,
  home,
  machines,
  models,
  phases,
  programs,
  programFiles,
  menus,
  differences,
  structures,
  tags,
  users,
  softwareUpdates,
  rollouts,
  history,
  recycleBin,
  accessReview,
  apiTokens,
  webhooks,
];

/** The texts of the pages behind the sign-in page, with those of ra-core and of the validation rules, by language. */
export const en: readonly Tree[] = [raEnglish as Tree, ...features.map((feature) => feature.en), rulesIn('en')];
export const fr: readonly Tree[] = [raFrench as Tree, ...features.map((feature) => feature.fr), rulesIn('fr')];

/** Both, for tests. */
export const messages = { en, fr };

function rulesIn(language: 'en' | 'fr'): Tree {
  return treeFrom(Object.entries(validationWords).map(([key, words]) => [key, words[language]] as const));
}
