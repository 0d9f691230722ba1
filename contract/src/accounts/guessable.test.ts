import { describe, expect, it } from 'vitest';
import { isMadeOf, isOfOwnWords } from './guessable.ts';

describe('PWD-04, SEC-03 a password made of words of the product and the trade', () => {
  it.each([
    'fournil2026',
    'Fournil!',
    'F0urn1l2026',
    'fournilfournil',
    'boulangerie75',
    'Boulangère1',
    'le-four-2026'.slice(3),
    'four2026',
    'OvenOven1',
    'MotDePasse2026!',
    'azerty1234',
    '2026fournil',
    'four-pain-2026',
    'P@tisserie1',
  ])('is recognised in %s', (password) => expect(isOfOwnWords(password)).toBe(true));

  it.each([
    'correct horse battery',
    'une autre fournée',
    'pétrir à la main',
    'a fresh batch',
    'fournil brioche kayak',
    'fournil839204718',
    '😀'.repeat(8),
    '84726193',
  ])('is not seen in %s', (password) => expect(isOfOwnWords(password)).toBe(false));

  it('is recognised without exponential time in a text of the greatest length', () => {
    expect(isOfOwnWords('four'.repeat(63))).toBe(true);
    expect(isOfOwnWords(`${'testtemp'.repeat(31)}x`)).toBe(false);
  });
});

it('PWD-04 a password made of the account’s address is recognised behind added years and replaced letters', () => {
  expect(isMadeOf('Marie.Leblanc2026', 'marie.leblanc')).toBe(true);
  expect(isMadeOf('m4rie.lebl4nc', 'marie.leblanc')).toBe(true);
  expect(isMadeOf('marie bakes at night', 'marie')).toBe(false);
});
