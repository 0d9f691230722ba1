import type { Words } from '../kit/words.ts';

/** HRS-01: the rules for opening hours. */
export const hoursRuleWords = {
  'custom.hours.sameTimes': {
    en: 'These hours begin and end at the same time',
    fr: 'Ces horaires commencent et finissent à la même heure',
  },
  'custom.hours.overlap': {
    en: 'Hours of a day must not overlap, and only the last may go past midnight',
    fr: 'Les horaires d’un jour ne doivent pas se chevaucher, et seuls les derniers peuvent dépasser minuit',
  },
  'custom.hours.years': { en: 'Must be between 2000 and 2100', fr: 'Doit être entre 2000 et 2100' },
  'custom.hours.tooLong': { en: 'At most %{max} days', fr: '%{max} jours au plus' },
  'custom.hours.unknownCountry': {
    en: 'No holidays are known for this country',
    fr: 'Les jours fériés de ce pays ne sont pas connus',
  },
  'custom.hours.unknownRegion': { en: 'This region is not known', fr: 'Cette région n’est pas connue' },
} as const satisfies Record<string, Words>;
