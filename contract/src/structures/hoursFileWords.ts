import type { RuleKey } from '../kit/validation.ts';
import type { Words } from '../kit/words.ts';

/** HRS-01: the rules for files of opening hours, which the server alone says: the page does not carry them. */
export const hoursFileWords = {
  'custom.hours.regionAlone': {
    en: 'A region needs its country',
    fr: 'Une région ne va pas sans son pays',
  },
  'custom.hours.opening': {
    en: 'Must be hours such as 06:00-13:00 15:00-19:00, or “closed”',
    fr: 'Doit être des horaires comme 06:00-13:00 15:00-19:00, ou « fermé »',
  },
  'custom.hours.exception': {
    en: 'Must be dates and hours such as 2026-12-24 06:00-14:00 Christmas Eve; 2026-08-03..2026-08-14 closed',
    fr: 'Doit être des dates et horaires comme 2026-12-24 06:00-14:00 Réveillon; 2026-08-03..2026-08-14 fermé',
  },
  'custom.hours.wholeWeek': {
    en: 'If one day has hours, all seven need them: write “closed” for a day without',
    fr: 'Si un jour a des horaires, il en faut pour les sept : écrivez « fermé » pour un jour sans horaires',
  },
  'custom.hours.noStructureColumn': {
    en: 'No column says which structure is meant: “id” or “structure”',
    fr: 'Aucune colonne ne dit de quelle structure il s’agit : « id » ou « structure »',
  },
  'custom.hours.moreCells': {
    en: 'This line has more cells than the first one',
    fr: 'Cette ligne a plus de cellules que la première',
  },
  'custom.hours.columnTwice': { en: 'This column occurs twice', fr: 'Cette colonne figure deux fois' },
  'custom.hours.unknownStructure': {
    en: 'You see no structure with this id or name',
    fr: 'Vous ne voyez aucune structure de cet identifiant ou de ce nom',
  },
  'custom.hours.severalStructures': {
    en: 'Several structures have this name: write the whole path, or the id',
    fr: 'Plusieurs structures portent ce nom : écrivez le chemin entier ou l’identifiant',
  },
  'custom.hours.structureTwice': {
    en: 'This structure has a line already: %{line}',
    fr: 'Cette structure a déjà une ligne : %{line}',
  },
  'custom.hours.unreadableFile': {
    en: 'The file cannot be read from here on: quotation marks do not match',
    fr: 'Le fichier est illisible à partir d’ici : des guillemets ne correspondent pas',
  },
  'custom.hours.tooManyColumns': { en: 'At most %{max} columns', fr: '%{max} colonnes au plus' },
  'custom.hours.tooManyLines': { en: 'At most %{max} lines', fr: '%{max} lignes au plus' },
} as const satisfies Record<string, Words>;

export type HoursFileRule = RuleKey | keyof typeof hoursFileWords;
