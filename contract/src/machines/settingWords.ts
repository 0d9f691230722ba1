import type { Words } from '../kit/words.ts';

/** The groups of settings by the first part of their name (`display.brightness`), in the order of the page. */
export const settingGroupWords = {
  display: { en: 'Display', fr: 'Affichage' },
  buzzer: { en: 'Buzzer', fr: 'Sonnerie' },
  manual: { en: 'Manual baking', fr: 'Cuisson manuelle' },
  sleep: { en: 'Standby', fr: 'Veille' },
  timer: { en: 'Timer', fr: 'Programmation' },
  clock: { en: 'Clock', fr: 'Horloge' },
} as const satisfies Record<string, Words>;

/** Settings for which the product has names; others are shown under the name that the machine reports. */
const settingWords: Record<string, Words> = {
  'display.brightness': { en: 'Brightness', fr: 'Luminosité' },
  'display.language': { en: 'Language of the screen', fr: 'Langue de l’écran' },
  'display.name': { en: 'Name on the screen', fr: 'Nom à l’écran' },
  'buzzer.enabled': { en: 'Buzz when a step or a bake ends', fr: 'Sonner en fin d’étape ou de cuisson' },
  'buzzer.seconds': { en: 'Length of the buzz', fr: 'Durée de la sonnerie' },
  'manual.temperature': { en: 'Initial temperature', fr: 'Température initiale' },
  'sleep.afterMinutes': { en: 'Standby after', fr: 'Mise en veille après' },
  'timer.enabled': { en: 'Switches itself on and off by its timer', fr: 'Marche et arrêt par la programmation' },
  'clock.timezone': { en: 'Timezone', fr: 'Fuseau horaire' },
  'clock.timeServer': { en: 'Time server', fr: 'Serveur de temps' },
};

const optionWords: Record<string, Words> = {
  'display.language.fr': { en: 'French', fr: 'Français' },
  'display.language.en': { en: 'English', fr: 'Anglais' },
};

function own(words: Record<string, Words>, name: string): Words {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? { en: name, fr: name };
}

export function settingName(param: string): Words {
  return own(settingWords, param);
}

export function optionName(param: string, option: string): Words {
  const key = `${param}.${option}`;
  return Object.hasOwn(optionWords, key) ? own(optionWords, key) : { en: option, fr: option };
}

/** The group of a setting; null for one that the product does not know. */
export function settingGroup(param: string): keyof typeof settingGroupWords | null {
  const group = param.split('.')[0] ?? '';
  return Object.hasOwn(settingGroupWords, group) ? (group as keyof typeof settingGroupWords) : null;
}
