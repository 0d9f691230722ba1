import type { CsvFormat } from '@fournil/contract/kit/csvFormat';
import type { Language } from '@fournil/contract/kit/words';
import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { Trx } from '../../db/database.ts';
import { type Member, scopeOf } from '../caller.ts';
import type { Services } from '../services.ts';
import { sendParts } from './exports.ts';

/** The language of a file, or `keys` for one that follows none. */
export type CsvLanguage = Language | 'keys';

/** `keys` where the reader asked for them (INT-06), and the language otherwise. */
export function csvLanguage(format: CsvFormat | undefined, language: Language): CsvLanguage {
  return format === 'keys' ? 'keys' : language;
}

/** The values of a cell. Numbers are written as in the reader's language; null is an empty cell. */
export type Cell = string | number | null;

/** The beginnings of a formula in spreadsheets (OWASP, CSV injection), full-width forms included. */
const formula = /^[ "]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** The same after a separator of another language's spreadsheet, which ignores the quotes. */
const hiddenFormula = /([;,\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g;
/** What `csvLine` makes of it. */
const hiddenFormulaAfter = /([;,\t\r\n][ "]*)'(?=[=+\-@＝＋－＠])/g;
const byteOrderMark = '\ufeff';

/**
 * One record of RFC 4180, with its line end: semicolons and decimal commas for French, where spreadsheets expect them,
 * commas and points for English. A text that a spreadsheet of either language would run as a formula gets an apostrophe
 * before it, which spreadsheets do not show at the beginning of a cell; a program that reads the file has to remove it.
 */
export function csvLine(cells: readonly Cell[], language: CsvLanguage): string {
  const separator = language === 'FR' ? ';' : ',';
  return `${cells.map((cell) => quoted(textOf(cell, language), separator)).join(separator)}\r\n`;
}

function textOf(cell: Cell, language: CsvLanguage): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return language === 'FR' ? String(cell).replace('.', ',') : String(cell);
  const calm = cell.replace(hiddenFormula, "$1'");
  return formula.test(calm) ? `'${calm}` : calm;
}

/** The text of a cell without the apostrophes that `csvLine` has put before formulas. */
export function withoutApostrophes(cell: string): string {
  const text = cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(hiddenFormulaAfter, '$1');
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads a page of records at a time; the next one when the reader has taken the one before. */
export async function* csvText(
  head: readonly string[],
  pages: AsyncIterable<readonly Cell[][]>,
  language: CsvLanguage,
): AsyncGenerator<string> {
  // Spreadsheets need the mark to read accents; programs would take it for a part of the first name.
  yield (language === 'keys' ? '' : byteOrderMark) + csvLine(head, language);
  for await (const page of pages) yield page.map((cells) => csvLine(cells, language)).join('');
}

/** Answers with a file of CSV, written as fast as it is read; memory holds a page or two, however long it is. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; head: readonly string[]; pages: AsyncIterable<readonly Cell[][]>; language: CsvLanguage },
): FastifyReply {
  reply.header('Content-Type', 'text/csv; charset=utf-8').header('Content-Disposition', attachment(`${file.name}.csv`));
  return sendParts(reply, csvText(file.head, file.pages, file.language));
}

/** A file name in any script (RFC 6266), with a name of plain letters for programs that cannot read it. */
export function attachment(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const clean = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '-').toWellFormed();
  const text = clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_');
  return create(clean, { fallback: text });
}

/** The rows of a page of a file. */
const rowsPerPage = 500;

/**
 * The lines of a file, a page at a time, each in a transaction of its own: a slow reader keeps no connection. `read`
 * returns the next rows after a row, at most `limit` of them.
 */
export async function* cellPages<Row>(
  services: Services,
  member: Member,
  read: (trx: Trx, after: Row | null, limit: number) => Promise<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let last: Row | null = null; ; ) {
    const after: Row | null = last;
    const page: Row[] = await services.db.readLate(scopeOf(member), (trx) => read(trx, after, rowsPerPage));
    yield page.map(cells);
    last = page.at(-1) ?? null;
    if (page.length < rowsPerPage) return;
  }
}
