import type { HistoryChange, HistoryEventView } from '@fournil/contract/history/historyEvent';
import { historyFieldWords } from '@fournil/contract/history/historyFieldWords';
import { historyTypeWords, reasonOf } from '@fournil/contract/history/historyWords';
import type { CsvFormat } from '@fournil/contract/kit/csvFormat';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { wallTime } from '@fournil/contract/kit/zones';
import { type Caller, scopeOf } from '../kit/caller.ts';
import { type Cell, csvLanguage } from '../kit/http/csv.ts';
import { readerZone } from '../kit/readerZone.ts';
import type { Services } from '../kit/services.ts';
import { type HistoryFilters, type HistoryOf, listHistoryBefore, type Place } from './queries.ts';

const rowsPerPage = 500;
const words = {
  date: { en: 'Date (%{zone})', fr: 'Date (%{zone})' },
  utc: { en: 'Date (UTC, ISO 8601)', fr: 'Date (UTC, ISO 8601)' },
  person: { en: 'Person', fr: 'Personne' },
  master: { en: 'On behalf, by', fr: 'En son nom, par' },
  event: { en: 'Event', fr: 'Événement' },
  what: { en: 'What', fr: 'Quoi' },
  where: { en: 'With', fr: 'Avec' },
  fields: { en: 'Fields', fr: 'Champs' },
  changes: { en: 'Before and after', fr: 'Avant et après' },
  refusal: { en: 'Refused', fr: 'Refus' },
  place: { en: 'Structure', fr: 'Structure' },
  address: { en: 'Address', fr: 'Adresse' },
  userAgent: { en: 'Browser', fr: 'Navigateur' },
  society: { en: 'Client', fr: 'Client' },
} satisfies Record<string, Words>;

/**
 * A history as a CSV file: newest first, dates in the zone of the reader's preference; the header names the zone
 * (GEN-07).
 */
export function historyFile(
  services: Services,
  reader: Caller,
  of: HistoryOf,
  filters: HistoryFilters,
  { format, machine }: { format: CsvFormat | undefined; machine?: { timezone: string | null } | undefined },
) {
  const zone = readerZone(reader, machine);
  const head = (Object.keys(words) as (keyof typeof words)[]).map((name) =>
    say(words[name], reader.language, { zone }),
  );
  const cells = format === 'keys' ? keysOf : (event: HistoryEventView) => cellsOf(event, reader.language, zone);
  return {
    head: format === 'keys' ? keys : head,
    language: csvLanguage(format, reader.language),
    pages: pages(services, reader, of, filters, cells),
  };
}

/** Each page in a transaction of its own, so that a slow reader occupies no connection. */
async function* pages(
  services: Services,
  reader: Caller,
  of: HistoryOf,
  filters: HistoryFilters,
  cells: (event: HistoryEventView) => Cell[],
): AsyncGenerator<Cell[][]> {
  let before: Place | null = null;
  do {
    const from: Place | null = before;
    const page: Awaited<ReturnType<typeof listHistoryBefore>> = await services.db.readLate(scopeOf(reader), (trx) =>
      listHistoryBefore(trx, reader, of, filters, from, rowsPerPage),
    );
    yield page.items.map(cells);
    before = page.last;
  } while (before !== null);
}

/** INT-06: the same for programs; the changed fields as JSON. */
const keys = [
  'dateEvent',
  'person',
  'master',
  'typeEvent',
  'originName',
  'targetName',
  'fields',
  'changes',
  'refusal',
  'placeName',
  'address',
  'userAgent',
  'society',
];

function keysOf(event: HistoryEventView): Cell[] {
  return [
    event.dateEvent,
    event.actionner.fullName,
    event.actionner.master,
    event.typeEvent,
    event.originName,
    event.targetName,
    event.fields.join(' ') || null,
    event.changes.length > 0 ? JSON.stringify(event.changes) : null,
    event.refusal && JSON.stringify(event.refusal),
    event.placeName,
    event.address,
    event.userAgent,
    event.society,
  ];
}

function cellsOf(event: HistoryEventView, language: Language, zone: string): Cell[] {
  const {
    actionner,
    typeEvent,
    originName,
    targetName,
    fields,
    dateEvent,
    changes,
    refusal,
    placeName,
    address,
    userAgent,
    society,
  } = event;
  const fieldNames = fields.map((field) => fieldText(field, language)).join(', ');
  return [
    wallTime(Date.parse(dateEvent), zone),
    dateEvent,
    actionner.fullName,
    actionner.master,
    say(historyTypeWords[typeEvent], language),
    originName,
    targetName,
    fieldNames || null,
    changes.map(changeText(language)).join(', ') || null,
    refusal && `${refusal.call}: ${say(reasonOf(refusal), language)}`,
    placeName,
    address,
    userAgent,
    society,
  ];
}

function fieldText(field: string, language: Language): string {
  return historyFieldWords[field] ? say(historyFieldWords[field], language) : field;
}

/** "name: Old → New"; a missing value is a dash. */
function changeText(language: Language) {
  return ({ field, before, after }: HistoryChange): string => {
    const text = (value: HistoryChange['before']) =>
      value === null || value === '' ? '–' : Array.isArray(value) ? value.join(' + ') : String(value);
    return `${fieldText(field, language)}: ${text(before)} → ${text(after)}`;
  };
}
