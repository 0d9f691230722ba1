import type { Language } from '@fournil/contract/kit/words';
import type { TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { expect, it } from 'vitest';
import * as all from './allMessages.ts';
import { fillInFor } from './fillIn.ts';
import { treeOf } from './tree.ts';

const messages = { en: treeOf('en', all.en), fr: treeOf('fr', all.fr) };

function speaking(language: Language) {
  const locale = language === 'FR' ? 'fr' : 'en';
  const texts = messages[locale] as unknown as TranslationMessages;
  return polyglotI18nProvider(() => texts, locale, [], { replace: fillInFor(language) }).translate;
}

it('GEN-07 numbers inside texts are written in the form of the language, and the plural is still chosen correctly', () => {
  const [en, fr] = [speaking('EN'), speaking('FR')];
  expect(en('bulk.run.deleted', { smart_count: 12_500 })).toBe('12,500 deleted');
  expect(fr('bulk.run.deleted', { smart_count: 12_500 })).toBe('12\u202f500 suppressions');
  expect(fr('bulk.run.deleted', { smart_count: 1 })).toBe('1 suppression');
  expect(fr('kit.pager.range', { from: 1, to: 30, total: 3_000 })).toBe('1–30 sur 3\u202f000');
});

it('names and texts inside texts are left unchanged', () => {
  expect(speaking('FR')('machines.bulk.placed', { name: '12500' })).toMatch(/^Structure\s: 12500$/);
});
