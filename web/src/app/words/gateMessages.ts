import { frenchSpaces } from '@fournil/contract/kit/words';
import * as accounts from '../../accounts/messages.ts';
import * as demo from '../../demo/messages.ts';
import * as app from '../messages.ts';

/** Texts by key, as a tree. */
export interface Tree {
  [key: string]: string | Tree;
}
export type Messages = Record<'en' | 'fr', Tree>;

/** The texts of the sign-in page; the others are loaded with the first page that needs them (`AllWords`). */
const features = [app, accounts, demo];

export const gateMessages = messagesOf((language) => features.map((feature) => feature[language] as unknown as Tree));

/** The texts of a language are assembled when they are first needed. */
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

/** Merges several trees, with the no-break spaces of their language. */
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
