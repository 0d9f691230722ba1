import type { Violation } from '../kit/validation.ts';
import type { Words } from '../kit/words.ts';

/**
 * MKR-01: why the server refuses a message, or one entry of it, for ever. The codes are stable: new ones may be added,
 * none changes its meaning. The words state the rule; machines get them in English.
 */
export const refusalWords = {
  required: { en: 'This field is missing', fr: 'Ce champ manque' },
  unknownField: { en: 'The protocol has no such field', fr: 'Le protocole ne connaît pas ce champ' },
  number: { en: 'Must be a number', fr: 'Doit être un nombre' },
  minValue: { en: 'Must be at least %{min}', fr: 'Doit être au moins %{min}' },
  maxValue: { en: 'Must be at most %{max}', fr: 'Doit être au plus %{max}' },
  nearZero: {
    en: 'Must be 0, or at least %{least} away from 0',
    fr: 'Doit être 0, ou s’en écarter d’au moins %{least}',
  },
  minLength: { en: 'Must have at least %{min} characters', fr: 'Doit compter au moins %{min} caractères' },
  maxLength: { en: 'Must have at most %{max} characters', fr: 'Doit compter au plus %{max} caractères' },
  minItems: { en: 'Number of entries: at least %{min}', fr: 'Nombre d’éléments : au moins %{min}' },
  maxItems: { en: 'Number of entries: at most %{max}', fr: 'Nombre d’éléments : au plus %{max}' },
  oneOf: { en: 'Must be one of: %{options}', fr: 'Doit être au choix : %{options}' },
  instant: {
    en: 'Must be a time in UTC with three digits of milliseconds, like 2026-03-02T04:30:00.000Z',
    fr: 'Doit être une heure UTC avec trois chiffres de millisecondes, comme 2026-03-02T04:30:00.000Z',
  },
  invalid: {
    en: 'Is of another type or form than the protocol says',
    fr: 'N’a pas le type ou la forme que prévoit le protocole',
  },
  unstorable: {
    en: 'Contains NUL or half a surrogate pair, which cannot be stored',
    fr: 'Contient NUL ou une demi-paire de substitution, qui ne peuvent pas être enregistrés',
  },
  notJson: { en: 'The message is not JSON in UTF-8', fr: 'Le message n’est pas du JSON en UTF-8' },
  tooDeep: {
    en: 'The message goes deeper than 32 levels',
    fr: 'Le message dépasse 32 niveaux d’imbrication',
  },
  messageTooLarge: {
    en: 'A message may have %{max} bytes; this one has %{bytes}',
    fr: 'Un message peut avoir %{max} octets ; celui-ci en a %{bytes}',
  },
  unknownTopic: { en: 'The protocol has no such topic', fr: 'Le protocole ne connaît pas ce sujet' },
  unknownCommand: {
    en: 'The server has sent this machine no such command',
    fr: 'Le serveur n’a pas envoyé cette commande à cette machine',
  },
  otherHash: {
    en: 'Is not the hash of this body',
    fr: 'N’est pas l’empreinte de ce contenu',
  },
  database: {
    en: 'The database cannot hold a value of this entry (%{sqlState})',
    fr: 'La base de données ne peut pas contenir une valeur de cette entrée (%{sqlState})',
  },
} as const satisfies Record<string, Words>;

export type RefusalCode = keyof typeof refusalWords;
export const refusalCodes = Object.keys(refusalWords) as [RefusalCode, ...RefusalCode[]];

/** The lists of a message whose entries are refused alone. */
export const refusedLists = ['entries', 'settings', 'programs'] as const;
export type RefusedList = (typeof refusedLists)[number];

/** What is kept of a refused entry. */
export const refusalLimits = {
  /** Kinds (topic, field and rule) that are counted for one machine; what follows is counted together. */
  kindsPerMachine: 50,
  fieldCharacters: 100,
  ruleCharacters: 200,
  excerptCharacters: 300,
} as const;

/** The code of a broken rule, as forms name it too. */
export function refusalCodeOf({ key }: Violation): RefusalCode {
  const code = key.slice(key.lastIndexOf('.') + 1);
  return Object.hasOwn(refusalWords, code) ? (code as RefusalCode) : 'invalid';
}
