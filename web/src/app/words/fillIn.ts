import type { Language } from '@fournil/contract/kit/words';
import { numberText } from '../../kit/format/numbers.ts';

type Found = (expression: string, name: string) => string | number;

/** Formats the variables of a text for polyglot: numbers in the present language (GEN-07). */
export function fillInFor(language: Language) {
  return function fillIn(this: string, pattern: RegExp, find: Found): string {
    return this.replace(pattern, (expression: string, name: string) => {
      const value = find(expression, name);
      return typeof value === 'number' ? numberText(value, language) : value;
    });
  };
}
