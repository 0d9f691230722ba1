import { hoursFileLimits } from '@fournil/contract/structures/hoursFile';
import type { HoursFileRule } from '@fournil/contract/structures/hoursFileWords';
import { CsvError, parse } from 'csv-parse/sync';
import { withoutApostrophes } from '../../kit/http/csv.ts';
import { columnOf, type HoursColumn } from './columns.ts';

const mostColumns = 100;
/** Spreadsheets may write empty lines after the last one. */
const mostRecords = 4 * hoursFileLimits.lines;
const headCharacters = 1000;

export interface FileLine {
  /** From 1, the heads of the columns included. */
  line: number;
  /** Trimmed; a column that the file lacks is missing. */
  cells: Partial<Record<HoursColumn, string>>;
}

/** A broken rule, with what stands there; `column` is null for the whole line. */
export interface LineError {
  line: number;
  column: HoursColumn | null;
  value: string;
  key: string;
  args: Record<string, string | number>;
}

export interface HoursFile {
  lines: FileLine[];
  /** The heads of the known columns, as they are written. */
  heads: ReadonlyMap<HoursColumn, string>;
  unknownColumns: string[];
  errors: LineError[];
}

/** Reads the columns and lines of a file, without the rules for its values. A file that cannot be read has no lines. */
export function readHoursFile(text: string): HoursFile {
  const { content, headLine } = fromHeads(text);
  const heads = new Map<HoursColumn, string>();
  const refused = (
    line: number,
    key: HoursFileRule,
    { value = '', args = {} }: Partial<LineError> = {},
  ): HoursFile => ({
    lines: [],
    heads,
    unknownColumns: [],
    errors: [{ line, column: null, value, key, args }],
  });
  const records = recordsOf(content);
  if (records instanceof CsvError) return refused(Number(records['lines'] ?? 1), 'custom.hours.unreadableFile');
  const [head = [], ...rest] = records;
  if (head.length > mostColumns)
    return refused(headLine, 'custom.hours.tooManyColumns', { args: { max: mostColumns } });
  const columns = head.map((name) => columnOf(withoutApostrophes(name)));
  for (const [at, column] of columns.entries()) {
    const value = head[at]?.trim() ?? '';
    if (column && heads.has(column)) return refused(headLine, 'custom.hours.columnTwice', { value });
    if (column) heads.set(column, value);
  }
  if (!heads.has('id') && !heads.has('structure')) return refused(headLine, 'custom.hours.noStructureColumn');
  const lines = rest
    .map((record, index) => ({ line: headLine + index + 1, record: record.map((cell) => cell.trim()) }))
    .filter(({ record }) => record.some((cell) => cell !== ''));
  const surplus = lines[hoursFileLimits.lines];
  if (surplus || rest.length >= mostRecords)
    return refused(surplus?.line ?? mostRecords, 'custom.hours.tooManyLines', { args: { max: hoursFileLimits.lines } });
  return {
    lines: lines.map(({ line, record }) => ({ line, cells: cellsOf(columns, record) })),
    heads,
    unknownColumns: head.map((name) => name.trim()).filter((name, at) => !columns[at] && name !== ''),
    errors: lines.flatMap(({ line, record }) => {
      const value = record.slice(head.length).find((cell) => cell !== '');
      return value === undefined ? [] : [{ line, column: null, value, key: 'custom.hours.moreCells', args: {} }];
    }),
  };
}

/** Without Excel's line that names the separator, and lines without a word before the heads of the columns. */
function fromHeads(text: string): { content: string; headLine: number } {
  const [before] = /^\uFEFF?(?:sep=[^\r\n]?\r?\n|[\t ;,"]*\r?\n)*/i.exec(text) ?? [''];
  return { content: text.slice(before.length), headLine: before.split('\n').length };
}

/** Spreadsheets leave out the last cells of a line where they are empty. */
function cellsOf(columns: readonly (HoursColumn | undefined)[], record: readonly string[]): FileLine['cells'] {
  const cells = columns.flatMap((column, at) =>
    column ? [[column, withoutApostrophes(record[at] ?? '').normalize('NFC')]] : [],
  );
  return Object.fromEntries(cells) as FileLine['cells'];
}

function recordsOf(content: string): string[][] | CsvError {
  try {
    return parse(content, {
      delimiter: separatorOf(content),
      relax_column_count: true,
      to: mostRecords + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

/** The one that separates most columns that are known. */
function separatorOf(content: string): string {
  const [head = ''] = content.slice(0, headCharacters).split(/[\r\n]/, 1);
  const known = (separator: string) =>
    head.split(separator).filter((name) => columnOf(name.replaceAll('"', '')) !== undefined).length;
  return [';', '\t', ','].reduce((best, separator) => (known(separator) > known(best) ? separator : best), ',');
}
