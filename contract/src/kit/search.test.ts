import { describe, expect, it } from 'vitest';
import { folded, isFoundBy } from './search.ts';

describe('GEN-12 a search', () => {
  it.each([
    ["epaule d'agneau", 'Épaule d’agneau de nuit'],
    ['dagneau', 'Épaule d’agneau de nuit'],
    ['epaule d agneau', 'Épaule d´agneau'],
    ['saint etienne', 'Saint-Étienne'],
    ['saint-étienne', 'Saint Etienne'],
    ['SAINT‑ETIENNE', 'saint–étienne'],
    ['four a sole', 'Four  à\u00a0sole 1'],
    ['annecy sole', 'Four à sole 1 – Annecy'],
    ['boeuf', 'Bœuf'],
    ['bœuf', 'BOEUF'],
    ['ex aequo', 'EX ÆQUO'],
    ['strasse', 'STRAẞE'],
    ['noe\u0308l', 'Noël'],
    ['smorrebrod', 'Smørrebrød'],
    ['σισυφος', 'ΣΊΣΥΦΟΣ'],
    ['pain\u200b', 'Pa\u00adin'],
    ['ﬁn', 'fin'],
    ['fr2041ab', 'FR-2041-AB'],
  ])('for “%s” finds “%s”', (search, text) => {
    expect(isFoundBy(text, search)).toBe(true);
  });

  it('finds nothing by a word that is missing, and everything by no word', () => {
    expect(isFoundBy('Four à sole 1 – Annecy', 'annecy 2')).toBe(false);
    expect(['', '  ', ' - '].map((search) => isFoundBy('Four', search))).toEqual([true, true, true]);
  });

  it('keeps other signs, of which a name may consist', () => {
    expect(folded('№ 5 & 100 %_\\')).toBe('no 5 & 100 %_\\');
  });
});
