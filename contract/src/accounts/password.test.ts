import { describe, expect, it } from 'vitest';
import { newPassword } from './password.ts';

const isAccepted = (password: string) => newPassword.safeParse(password).success;
const decomposed = (text: string) => text.normalize('NFD');

describe('GEN-13 a new password', () => {
  it.each([
    ['7 characters that are 14 when decomposed', decomposed('ÿüñõîëå'), false],
    ['8 characters that are 16 when decomposed', decomposed('ÿüñõîëåž'), true],
    ['64 characters that are 128 when decomposed', decomposed('ÿüñõîëåž'.repeat(8)), true],
    ['65 characters', `${decomposed('ÿüñõîëåž'.repeat(8))}q`, false],
    ['64 characters of four code points each', decomposed('ᾂ'.repeat(63)).concat('q'), true],
    ['4 ligatures that stand for 8 letters', 'ﬂﬀĳǆ', true],
    ['4 signs that stand for more than 64 characters', 'ﷺ'.repeat(4), false],
  ])('is counted in its normal form: %s', (_what, password, accepted) => {
    expect(isAccepted(password)).toBe(accepted);
  });

  it('made of a word of the trade is refused also with its accents decomposed', () => {
    expect([isAccepted('étéétéété2026'), isAccepted(decomposed('étéétéété2026'))]).toEqual([false, false]);
  });
});
