import { expect, it } from 'vitest';
import { frenchSpaces } from './words.ts';

it('GEN-01 French punctuation gets its no-break space, except within times and addresses', () => {
  expect(frenchSpaces('Étape 2 : « Buée » !')).toBe('Étape 2\u00a0: «\u00a0Buée\u00a0»\u202f!');
  expect(frenchSpaces('à 10:30, https://fournil.test')).toBe('à 10:30, https://fournil.test');
});
