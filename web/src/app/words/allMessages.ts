import { validationWords } from '@fournil/contract/kit/validation';
import { frenchSpaces } from '@fournil/contract/kit/words';
import raEnglish from 'ra-language-english';
import raFrench from 'ra-language-french';
import * as accessReview from '../../access-review/messages.ts';
import * as accounts from '../../accounts/messages.ts';
import * as profile from '../../accounts/profile/messages.ts';
import * as control from '../../control/messages.ts';
import * as demo from '../../demo/messages.ts';
import * as history from '../../history/messages.ts';
import * as home from '../../home/messages.ts';
import * as images from '../../images/messages.ts';
import * as bulk from '../../kit/bulk/messages.ts';
import * as pictures from '../../kit/images/messages.ts';
import * as kit from '../../kit/messages.ts';
import * as people from '../../kit/people/messages.ts';
import * as machines from '../../machines/messages.ts';
import * as phases from '../../phases/messages.ts';
import * as programs from '../../programs/messages.ts';
import * as recycleBin from '../../recycle-bin/messages.ts';
import * as softwareUpdates from '../../software-updates/messages.ts';
import * as structures from '../../structures/messages.ts';
import * as tags from '../../tags/messages.ts';
import * as users from '../../users/messages.ts';
import * as app from '../messages.ts';

/** Every feature's texts, one line each. */
const features = [
  app,
  kit,
  control,
  people,
  bulk,
  pictures,
  images,
  accounts,
  profile,
  home,
  machines,
  phases,
  programs,
  structures,
  tags,
  users,
  softwareUpdates,
  history,
  recycleBin,
  accessReview,
  demo,
];

interface Tree {
  [key: string]: string | Tree;
}

export const messages = {
  en: treeOf('en', raEnglish as unknown as Tree),
  fr: treeOf('fr', raFrench as unknown as Tree),
};

function treeOf(language: 'en' | 'fr', library: Tree): Tree {
  const tree: Tree = {};
  const set = language === 'fr' ? frenchSpaces : (text: string) => text;
  merge(tree, library, set);
  for (const feature of features) merge(tree, feature[language] as unknown as Tree, set);
  for (const [key, words] of Object.entries(validationWords)) put(tree, key.split('.'), set(words[language]));
  return tree;
}

function merge(into: Tree, from: Tree, set: (text: string) => string): void {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'string') into[key] = set(value);
    else merge(branch(into, key), value, set);
  }
}

function put(tree: Tree, path: string[], text: string): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) tree[key] = text;
  else put(branch(tree, key), rest, text);
}

function branch(tree: Tree, key: string): Tree {
  const known = tree[key];
  if (typeof known === 'object') return known;
  const fresh: Tree = {};
  tree[key] = fresh;
  return fresh;
}
