/**
 * Letters without a decomposition, and capitals whose small letter depends on a language, each with what a search takes
 * them for.
 */
export const lettersInSearch: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'oe',
  æ: 'ae',
  Æ: 'ae',
  ß: 'ss',
  ẞ: 'ss',
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ı: 'i',
  Σ: 'σ',
  ς: 'σ',
};

/**
 * What a search passes over after the decomposition: marks, apostrophes, dashes, and characters without a width. The
 * inside of a character class, which JavaScript and PostgreSQL read alike.
 */
export const passedOverInSearch =
  "\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'`\\u02b9-\\u02bc\\u2018-\\u201b\\u2032\\u00ad\\u2010-\\u2015\\u2212\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff-";

const letters = new RegExp(`[${Object.keys(lettersInSearch).join('')}]`, 'gu');
const passedOver = new RegExp(`[${passedOverInSearch}]`, 'gu');
const betweenWords = /[\s'`´\u02b9-\u02bc\u2018-\u201b\u2032\u2010-\u2015\u2212\uff07\uff0d-]+/u;

/**
 * A text in the form in which it is searched (GEN-12): small letters without marks, ligatures as two letters, without
 * apostrophes and dashes. The database has the same as "foldedText"; a test compares both.
 */
export function folded(text: string): string {
  return text
    .replaceAll('´', '') // Decomposed it would begin with a space.
    .normalize('NFKD')
    .replace(passedOver, '')
    .replace(letters, (letter) => lettersInSearch[letter] ?? letter)
    .toLowerCase();
}

/** The words of a search, folded. What an apostrophe or a dash joins are two words: it may be stored with a space. */
export function searchWords(search: string): string[] {
  return search.split(betweenWords).map(folded).filter(Boolean);
}

/** Whether a text contains every word of a search, in any order. */
export function isFoundBy(text: string, search: string): boolean {
  const searched = folded(text);
  return searchWords(search).every((word) => searched.includes(word));
}
