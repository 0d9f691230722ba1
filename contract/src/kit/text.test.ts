import { describe, expect, it } from 'vitest';
import { changedName, optionalName, optionalText, requiredText } from './text.ts';

const names = {
  requiredText: requiredText(40),
  optionalName: optionalName(40),
  changedName: changedName(40),
};

describe.each(Object.entries(names))('GEN-12 SEC-06 a name (%s)', (_, schema) => {
  it('is stored in one form, however its accents were typed', () => {
    expect(schema.parse('Noe\u0308l')).toBe('Noël');
  });

  it.each([
    ['a right-to-left override', 'abc\u202egnp.exe'],
    ['an isolate', 'a\u2066b'],
    ['a direction mark', 'a\u200fb'],
    ['a space without width', 'a\u200bb'],
    ['a joiner between letters', 'a\u200db'],
    ['a byte order mark', 'a\ufeffb'],
    ['a line break', 'a\nb'],
    ['an escape', 'a\u001b[31mb'],
  ])('has no %s', (_what, text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  it.each(['Épi d’Or', 'شركة الخبز', 'می‌خواهم', '👩‍🍳 Ada', '👩🏽‍🍳 Ada', 'क्‍ष', 'Müller & Söhne – Köln'])(
    'can be “%s”',
    (text) => {
      expect(schema.safeParse(text).success).toBe(true);
    },
  );
});

it('GEN-12 a text of several lines is stored in one form, too', () => {
  expect(optionalText(40).parse('Cre\u0300me\nbru\u0302le\u0301e')).toBe('Crème\nbrûlée');
});
