import { frenchSpaces } from '@fournil/contract/kit/words';
import type { Locale } from '../session.ts';

/** Texts by key, as a tree. */
export interface Tree {
  readonly [key: string]: string | Tree;
}
interface Growing {
  [key: string]: string | Growing;
}

/** Merges several trees, with the no-break spaces of their language. A later one replaces texts of an earlier one. */
export function treeOf(locale: Locale, parts: readonly Tree[]): Tree {
  const tree: Growing = {};
  const set = locale === 'fr' ? frenchSpaces : (text: string) => text;
  for (const part of parts) merge(tree, part, set);
  return tree;
}

/** A tree of texts by their whole keys, `ra.validation.required`. */
export function treeFrom(texts: Iterable<readonly [key: string, text: string]>): Tree {
  const tree: Growing = {};
  for (const [key, text] of texts) put(tree, key.split('.'), text);
  return tree;
}

function merge(into: Growing, from: Tree, set: (text: string) => string): void {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'string') into[key] = set(value);
    else merge(branch(into, key), value, set);
  }
}

function put(tree: Growing, [key = '', ...rest]: string[], text: string): void {
  if (rest.length === 0) tree[key] = text;
  else put(branch(tree, key), rest, text);
}

function branch(tree: Growing, key: string): Growing {
  const known = tree[key];
  if (typeof known === 'object') return known;
  const fresh: Growing = {};
  tree[key] = fresh;
  return fresh;
}
