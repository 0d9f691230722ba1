import type { Language } from '@fournil/contract/kit/words';

const formats = { EN: new Intl.NumberFormat('en-GB'), FR: new Intl.NumberFormat('fr-FR') };

/** A number with the separators of the language. */
export function numberText(value: number, language: Language): string {
  return formats[language].format(value);
}
