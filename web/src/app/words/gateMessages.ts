import { frenchSpaces } from '@fournil/contract/kit/words';
import * as accounts from '../../accounts/messages.ts';
import * as demo from '../../demo/messages.ts';
import * as app from '../messages.ts';

/** Texts of the page by their keys; one key may hold others. */
export interface Tree {
  [key: string]: string | Tree;
}
export type Messages = Record<'en' | 'fr', Tree>;

/** What the sign-in page says; the texts behind it come with the first page that needs them (`AllWords`). */
const features = [app, accounts, demo];

export const gateMessages = messagesOf((language) => features.map((feature) => feature[language] as unknown as Tree));

/** Each language is put together when it is first asked for. */
export function messagesOf(partsIn: (language: 'en' | 'fr') => readonly Tree[]): Messages {
  const made: Partial<Messages> = {};
  return {
    get en() {
      made.en ??= treeOf('en', partsIn('en'));
      return made.en;
    },
    get fr() {
      made.fr ??= treeOf('fr', partsIn('fr'));
      return made.fr;
    },
  };
}

/** One tree of several, with the spaces of its language. */
function treeOf(language: 'en' | 'fr', parts: readonly Tree[]): Tree {
  const tree: Tree = {};
  const set = language === 'fr' ? frenchSpaces : (text: string) => text;
  for (const part of parts) merge(tree, part, set);
  return tree;
}

function merge(into: Tree, from: Tree, set: (text: string) => string): void {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'string') into[key] = set(value);
    else merge(branch(into, key), value, set);
  }
}

export function branch(tree: Tree, key: string): Tree {
  const known = tree[key];
  if (typeof known === 'object') return known;
  const fresh: Tree = {};
  tree[key] = fresh;
  return fresh;
}
