import { validationWords } from '@fournil/contract/kit/validation';
import raEnglish from 'ra-language-english';
import raFrench from 'ra-language-french';
import { type Tree, treeFrom } from './tree.ts';

/** The texts of every feature that needs a session. */
const features = Object.values(
  import.meta.glob<{ en: Tree; fr: Tree }>(['../../**/messages.ts', '!../../{accounts,app,demo}/messages.ts'], {
    eager: true,
  }),
);

/** The texts of the pages behind the sign-in page, with those of ra-core and of the validation rules, by language. */
export const en: readonly Tree[] = [raEnglish as Tree, ...features.map((feature) => feature.en), rulesIn('en')];
export const fr: readonly Tree[] = [raFrench as Tree, ...features.map((feature) => feature.fr), rulesIn('fr')];

/** Both, for tests. */
export const messages = { en, fr };

function rulesIn(language: 'en' | 'fr'): Tree {
  return treeFrom(Object.entries(validationWords).map(([key, words]) => [key, words[language]] as const));
}
