import type { HistoryEventView } from '@fournil/contract/history/historyEvent';
import { historyFieldWords, historyTypeWords } from '@fournil/contract/history/historyWords';
import { zoneFor } from '@fournil/contract/kit/instants';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { wallTime } from '@fournil/contract/kit/zones';
import { type Caller, scopeOf } from '../kit/caller.ts';
import type { Cell } from '../kit/csv.ts';
import type { House } from '../kit/house.ts';
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
} satisfies Record<string, Words>;

/** A history as a file: newest first, dates in the reader's zone, which the head names (GEN-07). */
export function historyFile(house: House, reader: Caller, of: HistoryOf, filters: HistoryFilters) {
  const zone = zoneFor({ displayDatePreference: reader.dateDisplay, timezone: reader.timezone });
  const head = (['date', 'utc', 'person', 'master', 'event', 'what', 'where', 'fields'] as const).map((name) =>
    say(words[name], reader.language, { zone }),
  );
  return { head, pages: pages(house, reader, of, filters, zone) };
}

/** Each page in a transaction of its own: whoever reads slowly holds no connection. */
async function* pages(house: House, reader: Caller, of: HistoryOf, filters: HistoryFilters, zone: string): AsyncGenerator<Cell[][]> {
  let before: Place | null = null;
  do {
    const from: Place | null = before;
    const page: Awaited<ReturnType<typeof listHistoryBefore>> = await house.db.read(scopeOf(reader), (trx) =>
      listHistoryBefore(trx, reader, of, filters, from, rowsPerPage),
    );
    yield page.items.map((event) => cellsOf(event, reader.language, zone));
    before = page.last;
  } while (before !== null);
}

function cellsOf(event: HistoryEventView, language: Language, zone: string): Cell[] {
  const { actionner, typeEvent, originName, targetName, fields, dateEvent } = event;
  const named = fields.map((field) => (historyFieldWords[field] ? say(historyFieldWords[field], language) : field)).join(', ');
  return [
    wallTime(Date.parse(dateEvent), zone),
    dateEvent,
    actionner.fullName,
    actionner.master,
    say(historyTypeWords[typeEvent], language),
    originName,
    targetName,
    named || null,
  ];
}
