import { validationWords } from '@fournil/contract/kit/validation';
import raEnglish from 'ra-language-english';
import raFrench from 'ra-language-french';
import * as accessReview from '../../access-review/messages.ts';
import * as profile from '../../accounts/profile/messages.ts';
import * as apiTokens from '../../api-tokens/messages.ts';
import * as control from '../../control/messages.ts';
import * as history from '../../history/messages.ts';
import * as home from '../../home/messages.ts';
import * as images from '../../images/messages.ts';
import * as bulk from '../../kit/bulk/messages.ts';
import * as pictures from '../../kit/images/messages.ts';
import * as kit from '../../kit/messages.ts';
import * as outages from '../../kit/outages/messages.ts';
import * as people from '../../kit/people/messages.ts';
import * as machines from '../../machines/messages.ts';
import * as models from '../../models/messages.ts';
import * as phases from '../../phases/messages.ts';
import * as programs from '../../programs/messages.ts';
import * as recycleBin from '../../recycle-bin/messages.ts';
import * as softwareUpdates from '../../software-updates/messages.ts';
import * as structures from '../../structures/messages.ts';
import * as tags from '../../tags/messages.ts';
import * as users from '../../users/messages.ts';
import * as webhooks from '../../webhooks/messages.ts';
import { branch, gateMessages, messagesOf, type Tree } from './gateMessages.ts';

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
  structures,
  tags,
  users,
  softwareUpdates,
  history,
  recycleBin,
  accessReview,
  apiTokens,
  webhooks,
];

const libraries = { en: raEnglish, fr: raFrench };

/** All texts of the page, with those of the validation rules. */
export const messages = messagesOf((language) => [
  libraries[language] as unknown as Tree,
  gateMessages[language],
  ...features.map((feature) => feature[language] as unknown as Tree),
  rulesIn(language),
]);

function rulesIn(language: 'en' | 'fr'): Tree {
  const tree: Tree = {};
  for (const [key, words] of Object.entries(validationWords)) put(tree, key.split('.'), words[language]);
  return tree;
}

function put(tree: Tree, path: string[], text: string): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) tree[key] = text;
  else put(branch(tree, key), rest, text);
}
