import { describe, expect, it } from 'vitest';
import { messages } from './allMessages.ts';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [below, text] of leaves(value, `${prefix}${key}.`)) found.set(below, text);
  }
  return found;
}

const own = (texts: Map<string, string>) => [...texts].filter(([key]) => !key.startsWith('ra.'));
const variables = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].sort();
const forms = (text: string) => text.split('||||').length;
const english = leaves(messages.en);
const french = leaves(messages.fr);

describe('messages', () => {
  it('GEN-01 has the same keys in both languages', () => {
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('GEN-01 has no empty text', () => {
    expect(
      own(english)
        .concat(own(french))
        .filter(([, text]) => text.trim() === ''),
    ).toEqual([]);
  });

  it('GEN-01 names the same variables and as many plural forms in both languages', () => {
    const differing = own(english).filter(([key, text]) => {
      const other = french.get(key) ?? '';
      return variables(text).join() !== variables(other).join() || forms(text) !== forms(other);
    });
    expect(differing).toEqual([]);
  });
});
