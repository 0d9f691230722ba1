import type { TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { describe, expect, it } from 'vitest';
import * as all from './allMessages.ts';
import * as gate from './gateMessages.ts';
import { type Tree, treeOf } from './tree.ts';

const messages = { en: treeOf('en', [...all.en, ...gate.en]), fr: treeOf('fr', [...all.fr, ...gate.fr]) };

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

describe('the page’s texts:', () => {
  it('GEN-01 both languages have the same keys', () => {
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('GEN-01 no text is empty', () => {
    expect(
      own(english)
        .concat(own(french))
        .filter(([, text]) => text.trim() === ''),
    ).toEqual([]);
  });

  it('GEN-01 a text with a number before a plural noun has a form for one, unless the number is never 1', () => {
    const number =
      /%\{(count|total|stay|gone|left|more|structures|tags|machines|programs|people|days)\} (sur %\{\w+\} |of %\{\w+\} )?(?!dans\b)\p{L}{3,}s\b/u;
    // These numbers are never 1: totals above what is shown, rows beyond it, and constants.
    const neverOne = /\.(moreEvents|lastDays|allMachines|more|moreOfThem|binHint)$|^bin\.lead$/;
    const found = [...own(english), ...own(french)].filter(
      ([key, text]) => !text.includes('||||') && number.test(text) && !neverOne.test(key),
    );
    expect(found).toEqual([]);
  });

  it('GEN-01 texts about phases that are kept and programs that fit have a correct singular', () => {
    const said = (language: 'en' | 'fr', key: string, smart_count: number, others = {}) =>
      polyglotI18nProvider(() => messages[language] as unknown as TranslationMessages, language).translate(key, {
        smart_count,
        ...others,
      });
    expect(said('en', 'phases.table.stay', 1)).toBe('1 kept');
    expect(said('en', 'phases.table.stay', 2)).toBe('2 kept');
    expect(said('fr', 'phases.table.stay', 1)).toBe('1 conservée');
    expect(said('fr', 'phases.table.go', 1)).toBe('1 serait supprimée');
    expect(said('fr', 'phases.table.go', 2)).toBe('2 seraient supprimées');
    expect(said('en', 'resources.programs.install.fits', 1, { total: 3 })).toBe('1 of 3 programs fits');
    expect(said('fr', 'resources.programs.install.fits', 1, { total: 3 })).toBe('1 programme sur 3 convient');
    expect(said('fr', 'rollouts.preview.more', 1)).toBe('et 1 autre');
  });

  it('GEN-01 French texts assume nobody’s gender and use one word for support', () => {
    const supposed =
      /[Vv]ous (avez été|êtes|serez) \p{L}+é(?!\p{L})|[Vv]ous seul\b|[Jj]e suis \p{L}+é(?!\p{L})|qui sera \p{L}+é(?!\p{L})|s’est connecté(?!\p{L})|J’en suis|en tant qu’un|dates de %|%\{name\} est (dés)?activé(?!\p{L})/u;
    const support = /\b([Ll]e|[Aa]u|[Dd]u|[Nn]otre|[Vv]otre) support\b/;
    expect(own(french).filter(([, text]) => supposed.test(text) || support.test(text))).toEqual([]);
  });

  it('GEN-01 both languages have the same variables and the same number of plural forms', () => {
    const differing = own(english).filter(([key, text]) => {
      const other = french.get(key) ?? '';
      return variables(text).join() !== variables(other).join() || forms(text) !== forms(other);
    });
    expect(differing).toEqual([]);
  });
});
