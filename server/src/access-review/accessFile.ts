import {
  type AccessView,
  accessConcernWords,
  accessStateWords,
  kindWords,
  secondStepWords,
} from '@fournil/contract/access-review/accessReview';
import type { CsvFormat } from '@fournil/contract/kit/csvFormat';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { wallTime } from '@fournil/contract/kit/zones';
import { rights } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import type { Caller } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { type Cell, csvLanguage } from '../kit/http/csv.ts';
import { readerZone } from '../kit/readerZone.ts';
import type { Services } from '../kit/services.ts';
import { type AccessQuery, accessIds, readAccess, scopeOfReview } from './queries.ts';

const peoplePerPage = 200;
const words = {
  name: { en: 'Name', fr: 'Nom' },
  email: { en: 'E-mail', fr: 'E-mail' },
  kind: { en: 'Kind', fr: 'Type' },
  state: { en: 'State', fr: 'État' },
  ends: { en: 'Ends (%{zone})', fr: 'Prend fin (%{zone})' },
  lastSignIn: { en: 'Last sign-in (%{zone})', fr: 'Dernière connexion (%{zone})' },
  since: { en: 'Account since (%{zone})', fr: 'Compte depuis (%{zone})' },
  secondStep: { en: 'Second step', fr: 'Deuxième étape' },
  concerns: { en: 'To check', fr: 'À vérifier' },
  template: { en: 'Rights template', fr: 'Modèle de droits' },
  machines: { en: 'Machines seen', fr: 'Machines visibles' },
  structures: { en: 'Structures seen', fr: 'Structures visibles' },
  programs: { en: 'Programs seen', fr: 'Programmes visibles' },
} satisfies Record<string, Words>;
const yes: Words = { en: 'yes', fr: 'oui' };

/**
 * The review as a file: a line for each person, a column for each right; dates in the reader's zone, which the head
 * names (GEN-07).
 */
export async function accessFile(
  services: Services,
  reader: Caller,
  query: AccessQuery,
  format: CsvFormat | undefined,
) {
  const { language } = reader;
  const zone = readerZone(reader);
  const columnNames = [
    ...Object.values(words).map((one) => say(one, language, { zone })),
    // No columns for the maker's staff: their rights follow from their kind.
    ...(reader.organisationId === null ? [] : rights.map((right) => say(rightWords[right].name, language))),
  ];
  const ids = await services.db.readLate(scopeOfReview(reader), (trx) =>
    accessIds(contextOf(services, trx, reader), query),
  );
  const cells = format === 'keys' ? keysOf : (person: AccessView) => cellsOf(person, reader, zone);
  const head = format === 'keys' ? keys : columnNames;
  return { head, language: csvLanguage(format, language), pages: pages(services, reader, ids, cells) };
}

async function* pages(
  services: Services,
  reader: Caller,
  ids: readonly string[],
  cells: (person: AccessView) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let start = 0; start < ids.length; start += peoplePerPage) {
    const page = await services.db.readLate(scopeOfReview(reader), (trx) =>
      readAccess(contextOf(services, trx, reader), ids.slice(start, start + peoplePerPage)),
    );
    yield page.map(cells);
  }
}

/** INT-06: the same for programs; lists are written with spaces between. */
const keys = [
  'id',
  'fullName',
  'email',
  'kind',
  'state',
  'endsAt',
  'lastSignInAt',
  'createdAt',
  'secondSteps',
  'concerns',
  'template',
  'machinesSeen',
  'structuresSeen',
  'programsSeen',
  'rights',
];

function keysOf(person: AccessView): Cell[] {
  const { sees } = person;
  return [
    person.id,
    person.fullName,
    person.email,
    person.kind,
    person.state,
    person.endsAt,
    person.lastSignInAt,
    person.createdAt,
    person.secondSteps.join(' '),
    person.concerns.join(' '),
    person.template?.name ?? null,
    sees?.machines?.seen ?? null,
    sees?.structures?.seen ?? null,
    sees?.programs?.seen ?? null,
    person.rights?.join(' ') ?? null,
  ];
}

function cellsOf(person: AccessView, { language, organisationId }: Caller, zone: string): Cell[] {
  const at = (instant: string | null) => instant && wallTime(Date.parse(instant), zone);
  const { sees, rights: ownRights } = person;
  const seenCount = (share: { seen: number } | null | undefined) => (sees ? (share?.seen ?? 0) : null);
  return [
    person.fullName,
    person.email,
    say(kindWords[person.kind], language),
    say(accessStateWords[person.state], language),
    at(person.endsAt),
    at(person.lastSignInAt),
    at(person.createdAt),
    person.secondSteps.map((step) => say(secondStepWords[step], language)).join(', ') ||
      say(secondStepWords.none, language),
    concernsText(person, language),
    person.template?.name ?? null,
    seenCount(sees?.machines),
    seenCount(sees?.structures),
    seenCount(sees?.programs),
    ...(organisationId === null
      ? []
      : rights.map((right) => (ownRights === null || ownRights.includes(right) ? say(yes, language) : null))),
  ];
}

function concernsText({ concerns }: AccessView, language: Language): string | null {
  return concerns.map((one) => say(accessConcernWords[one], language)).join(', ') || null;
}
