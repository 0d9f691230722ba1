/** The two languages of the product, spelled as `countryCode` is on the wire. */
export const languages = ['EN', 'FR'] as const;
export type Language = (typeof languages)[number];

/**
 * One text in both languages, for words that the page, the e-mails and the server's answers share. `%{name}` is a
 * variable.
 */
export interface Words {
  readonly en: string;
  readonly fr: string;
}

/** The text in the reader's language with the values of its `%{…}` variables. */
export function say(words: Words, language: Language, variables: Record<string, string | number> = {}): string {
  const text = language === 'FR' ? frenchSpaces(words.fr) : words.en;
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) => String(variables[name] ?? whole));
}

/** French has a narrow no-break space before ; ! ? and a no-break space before : » and after «. */
export function frenchSpaces(text: string): string {
  return text
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0');
}
