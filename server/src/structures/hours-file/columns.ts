import { weekdays } from '@fournil/contract/hours/hours';
import { say, type Words } from '@fournil/contract/kit/words';
import type { Cell, CsvLanguage } from '../../kit/http/csv.ts';
import { exceptionCell, openingCell } from './cells.ts';
import type { StructureWithHours } from './structuresWithHours.ts';

/** The columns of a file of opening hours in their order; their names with `format=keys`. */
export const hoursColumns = ['id', 'structure', 'timezone', ...weekdays, 'country', 'region', 'exceptions'] as const;
export type HoursColumn = (typeof hoursColumns)[number];

const words: Record<HoursColumn, Words> = {
  id: { en: 'Id', fr: 'Identifiant' },
  structure: { en: 'Structure', fr: 'Structure' },
  timezone: { en: 'Timezone', fr: 'Fuseau horaire' },
  monday: { en: 'Monday', fr: 'Lundi' },
  tuesday: { en: 'Tuesday', fr: 'Mardi' },
  wednesday: { en: 'Wednesday', fr: 'Mercredi' },
  thursday: { en: 'Thursday', fr: 'Jeudi' },
  friday: { en: 'Friday', fr: 'Vendredi' },
  saturday: { en: 'Saturday', fr: 'Samedi' },
  sunday: { en: 'Sunday', fr: 'Dimanche' },
  country: { en: 'Country', fr: 'Pays' },
  region: { en: 'Region', fr: 'Région' },
  exceptions: { en: 'Exceptional hours', fr: 'Horaires exceptionnels' },
};

export function headOf(language: CsvLanguage): string[] {
  return hoursColumns.map((column) => (language === 'keys' ? column : say(words[column], language)));
}

const columnByHead: ReadonlyMap<string, HoursColumn> = new Map(
  hoursColumns.flatMap((column) =>
    [column, words[column].en, words[column].fr].map((head) => [normalised(head), column] as const),
  ),
);

/** The column with this head, in either language or as a key. */
export function columnOf(head: string): HoursColumn | undefined {
  return columnByHead.get(normalised(head));
}

function normalised(head: string): string {
  return head.normalize('NFC').trim().toLowerCase();
}

/** The names of a structure and of those above it, as one text. */
export function pathText(path: readonly string[]): string {
  return path.join(' / ');
}

/** HRS-01: what a structure has of its own; what it inherits is empty. */
export function cellsOf({ id, path, ownTimezone, hours }: StructureWithHours, language: CsvLanguage): Cell[] {
  const { week, holidays, exceptions } = hours;
  return [
    id,
    pathText(path),
    ownTimezone,
    ...weekdays.map((day) => week && openingCell(week[day], language)),
    holidays?.country ?? null,
    holidays?.region ?? null,
    exceptions.map((one) => exceptionCell(one, language)).join('; '),
  ];
}
