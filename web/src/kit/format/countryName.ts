/** What people call a country, in the language of `locale`; the code itself where the browser knows no name. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}
