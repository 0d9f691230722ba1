import type { Words } from '../kit/words.ts';

/** MNU-01: the rules of menus, part of `validationWords`. */
export const menuRuleWords = {
  'custom.menus.noProgram': { en: 'Choose at least one program', fr: 'Choisissez au moins un programme' },
  'custom.menus.seasonEnds': {
    en: 'The season ends before it begins',
    fr: 'La saison finit avant de commencer',
  },
  'custom.menus.seasonTooLong': {
    en: 'A season that returns every year has %{max} days at most',
    fr: 'Une saison qui revient chaque année a %{max} jours au plus',
  },
  'custom.menus.otherCategory': {
    en: 'This is for %{given}, the menu is for %{menu}',
    fr: 'Ceci concerne %{given}, la gamme concerne %{menu}',
  },
  'custom.menus.otherStanding': {
    en: '“%{place}” already has the standing menu “%{menu}”: take it away there first',
    fr: '« %{place} » a déjà la gamme permanente « %{menu} » : retirez-la d’abord',
  },
  'custom.menus.onMenu': {
    en: '%{program} is on the menu “%{menu}”: change the menu instead',
    fr: '%{program} fait partie de la gamme « %{menu} » : modifiez plutôt la gamme',
  },
  'custom.menus.nothingAdded': {
    en: 'The menu “%{menu}” allows no other programs',
    fr: 'La gamme « %{menu} » n’admet pas d’autres programmes',
  },
  'custom.menus.additionsFull': {
    en: 'The menu “%{menu}” allows %{max} other programs at most',
    fr: 'La gamme « %{menu} » admet %{max} autres programmes au plus',
  },
  'custom.menus.afterMenus': {
    en: 'Programs added by hand come after those of menus: position %{min} to %{max}',
    fr: 'Les programmes ajoutés à la main suivent ceux des gammes : position %{min} à %{max}',
  },
} as const satisfies Record<string, Words>;
