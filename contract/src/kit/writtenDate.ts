import type { Language } from './words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant (milliseconds) as people write it. In French the first day of a month is "1er", which Intl does not write. */
export function writtenDate(at: Date | number, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language === 'FR' ? 'fr-FR' : 'en-GB', options);
  formats.set(key, format);
  if (language !== 'FR') return format.format(at);
  return format
    .formatToParts(at)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
