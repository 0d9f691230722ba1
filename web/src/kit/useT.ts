import type { Language } from '@fournil/contract/kit/words';
import { frenchSpaces } from '@fournil/contract/kit/words';
import { useLocale, useTranslate } from 'ra-core';
import { numberText } from './format/numbers.ts';

/** The French of a tree of texts: the same keys. */
export type Same<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Same<Texts[Key]> };

type Leaf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? `${Prefix}${Key}` : Leaf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];
type TextOf<Texts, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Texts
    ? TextOf<Texts[Head], Rest>
    : never
  : Key extends keyof Texts
    ? Texts[Key]
    : never;
type VariableNames<Text> = Text extends `${string}%{${infer Name}}${infer Rest}` ? Name | VariableNames<Rest> : never;
/** A text with plural forms requires a number, even if the text does not contain it. */
type Variables<Text> = VariableNames<Text> | (Text extends `${string}||||${string}` ? 'smart_count' : never);
type Arguments<Texts, Key extends string> = [Variables<TextOf<Texts, Key>>] extends [never]
  ? []
  : [variables: Record<Variables<TextOf<Texts, Key>>, string | number>];

/**
 * A translator that knows the keys of `Texts` and the variables of each. Every feature makes its own from its messages.
 */
export function translatorFor<Texts>() {
  return function useT() {
    const translate = useTranslate();
    return <Key extends Leaf<Texts>>(key: Key, ...[variables]: Arguments<Texts, Key>): string =>
      translate(key, variables);
  };
}

/** The present language, as the contract spells it. */
export function useLanguage(): Language {
  return useLocale() === 'fr' ? 'FR' : 'EN';
}

/** Gives a text of the server the typography of the page (French no-break spaces). */
export function useTypeset(): (text: string) => string {
  return useLanguage() === 'FR' ? frenchSpaces : (text) => text;
}

/** Formats numbers in the present language: 12,500 or 12 500. */
export function useNumber(): (value: number) => string {
  const language = useLanguage();
  return (value) => numberText(value, language);
}
