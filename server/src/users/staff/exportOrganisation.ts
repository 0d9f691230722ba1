import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { type RawBuilder, sql } from 'kysely';
import { organisationScope, type Trx } from '../../db/database.ts';
import type { TableFacts, TableFile } from '../../db/tables/facts.ts';
import type { Tables } from '../../db/tables/index.ts';
import { tableFacts } from '../../db/tables/index.ts';
import { unpacked } from '../../db/unpackedReadings.ts';
import { recordExport } from '../../history/index.ts';
import { filesOfPicture } from '../../images/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { type ZippedFile, zipped } from '../../kit/http/zip.ts';
import { readChecked } from '../../kit/readChecked.ts';
import type { Services } from '../../kit/services.ts';
import { withBin } from '../../recycle-bin/index.ts';
import { organisationOf } from './clients.ts';

/** A file of the archive, with a line of JSON for each row of its table. */
interface OrganisationFile extends TableFile, Pick<TableFacts, 'without'> {
  table: keyof Tables;
}

/** USR-10: what an organisation's deletion deletes, and its history, which is kept; what others name comes first. */
const files = Object.entries<TableFacts>(tableFacts)
  .flatMap(([table, { file, without }]): OrganisationFile[] =>
    file ? [{ table: table as keyof Tables, ...file, ...(without && { without }) }] : [],
  )
  .reverse();

/** The text of a page of rows; the number of its rows follows from the length of those before. */
const charactersPerPage = 1_000_000;
const rowsPerPage = { first: 20, most: 5000 } as const;

/** USR-10: a ZIP archive, written as fast as it is read; memory holds a page or two. */
export async function exportOrganisation(
  services: Services,
  caller: Caller,
  adminId: string,
): Promise<{ fileName: string; parts: AsyncGenerator<Uint8Array> }> {
  const organisationId = await organisationOf(services, adminId);
  await recordExport(services, caller, 'everything', { organisationId });
  const organisation = await services.db.as(organisationScope(organisationId), (trx) =>
    trx
      .selectFrom('organisations')
      .select(['id', 'name', 'createdAt', 'assistanceSharing', 'requiresSecondStep', 'changesAtOvens'])
      .executeTakeFirstOrThrow(),
  );
  const parts = zipped(filesOf(services, organisation, caller.language));
  return { fileName: `${organisation.name}.zip`, parts };
}

async function* filesOf(
  services: Services,
  organisation: { id: string; name: string },
  language: Language,
): AsyncGenerator<ZippedFile> {
  const readme = readmeOf(organisation.name, services.now(), language);
  yield { name: 'README.txt', content: inOnePart(readme) };
  yield { name: 'organisation.json', content: inOnePart(`${JSON.stringify(organisation, null, 2)}\n`) };
  for (const file of files) yield { name: nameOf(file), content: linesOf(services, organisation.id, file) };
  yield* portraitsOf(services, organisation.id);
}

const nameOf = ({ table }: OrganisationFile) => `${table}.ndjson`;

async function* inOnePart<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}

/** A row of `readings` for each of a packed hour. */
const unpackedLines = sql.raw(`(select string_agg(row_to_json(line)::text, chr(10) order by line.at)
  from (select held."machineId", known.* from ${unpacked('held')} as known) as line)`);
/** Columns of `json` keep their line ends. */
const oneLine = sql.raw(`replace(row_to_json(held)::text, chr(10), ' ')`);

async function* linesOf(services: Services, organisationId: string, file: OrganisationFile): AsyncGenerator<string> {
  const { by } = file;
  const key = sql.raw(by.join(', '));
  const lines = file.table === 'packedReadings' ? unpackedLines : oneLine;
  const scope = organisationScope(organisationId);
  const columns = await services.db.read(scope, (trx) => columnsOf(trx, file));
  let after: RawBuilder<unknown> = sql`true`;
  for (let limit: number = rowsPerPage.first; ; ) {
    const { rows } = await services.db.as(scope, (trx) =>
      withBin(trx, () =>
        sql<{
          text: string;
          key: string[];
        }>`select ${lines} as text, array[${sql.raw(by.map((one) => `(${one})::text`).join(', '))}] as key
          from (select ${columns} from ${sql.table(file.table)}
            where "organisationId" = ${organisationId} and ${after} order by ${key} limit ${limit}) as held
          order by ${key}`.execute(trx),
      ),
    );
    const last = rows.at(-1);
    if (!last) return;
    after = sql`(${key}) > (${sql.join(last.key)})`;
    const page = rows.map(({ text }) => `${text}\n`).join('');
    limit = Math.min(Math.max(Math.floor((charactersPerPage * rows.length) / page.length), 1), rowsPerPage.most);
    yield page;
  }
}

/** The columns of a table that are written, by the database's catalogue. */
async function columnsOf(trx: Trx, { table, without = {} }: OrganisationFile): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(trx);
  return sql.join(rows.flatMap(({ name }) => (name === 'organisationId' || name in without ? [] : [sql.ref(name)])));
}

/** The largest file of each portrait. */
async function* portraitsOf(services: Services, organisationId: string): AsyncGenerator<ZippedFile> {
  const rows = await services.db.read(organisationScope(organisationId), (trx) =>
    trx.selectFrom('pictures').select(['id', 'files']).where('organisationId', '=', organisationId).execute(),
  );
  for (const { id, files } of rows) {
    const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 1);
    for (const { name, sha256 } of filesOfPicture({ id, files: largest })) {
      const bytes = await readChecked(services.storage, services.log, name, sha256);
      if (bytes) yield { name: `pictures/${id}.jpg`, content: inOnePart(bytes) };
    }
  }
}

const words = {
  title: { en: 'Everything of %{name}, as of %{at}', fr: 'Toutes les données de %{name}, le %{at}' },
  format: {
    en: `Each file .ndjson has one record per line, in JSON (UTF-8). Instants have their offset from UTC, temperatures
are in °C, durations in seconds, energy in kWh. Records name each other by id. Rows from the recycle bin have
"deletedAt". A reading that arrived while the archive was written may be in both files of readings.`,
    fr: `Chaque fichier .ndjson contient un enregistrement par ligne, en JSON (UTF-8). Les instants portent leur
décalage UTC, les températures sont en °C, les durées en secondes, l’énergie en kWh. Les enregistrements se
citent par leur id. Ceux de la corbeille ont « deletedAt ». Un relevé peut figurer dans les deux fichiers de
relevés s’il a été reçu pendant l’écriture.`,
  },
  files: { en: 'Files', fr: 'Fichiers' },
  organisation: { en: 'the organisation and its choices', fr: 'l’organisation et ses choix' },
  pictures: { en: 'the portraits themselves', fr: 'les portraits eux-mêmes' },
  leftOut: { en: 'Left out on purpose', fr: 'Omis à dessein' },
} as const satisfies Record<string, Words>;

function readmeOf(name: string, at: Date, language: Language): string {
  const word = (one: Words) => say(one, language);
  const columns = files.flatMap(({ table, without = {} }) =>
    Object.entries(without).map(([column, reason]): [string, Words] => [`${table}.${column}`, reason]),
  );
  const tables = Object.entries<TableFacts>(tableFacts).flatMap(([table, { inNoFile }]): [string, Words][] =>
    inNoFile ? [[table, inNoFile]] : [],
  );
  const list = (entries: [name: string, about: Words][]) =>
    entries.map(([one, about]) => `  ${one.padEnd(34)}${word(about)}`).join('\n');
  return `${product.name}
${say(words.title, language, { name, at: at.toISOString() })}

${word(words.format)}

${word(words.files)}
${list([
  ['organisation.json', words.organisation],
  ...files.map((file): [string, Words] => [nameOf(file), file]),
  ['pictures/', words.pictures],
])}

${word(words.leftOut)}
${list([...columns, ...tables])}
`;
}
