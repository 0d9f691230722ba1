/**
 * Pixels on an A4 page laid on its side, within the margins of `wallSheet.css`, and of the parts of the sheet at full
 * size.
 */
const page = { height: 697, columns: { few: 4, many: 5 } };
const part = { headAndFoot: 146, drawing: 402, tableHead: 45, row: 24, gap: 24 };
/** The height of a row at a reduced size: the line between rows does not become thinner. */
const rowMadeSmaller = 26;
const step = 0.05;
const smallest = 0.3;
const rowsToTry = Array.from({ length: 25 }, (_, index) => index + 1);

export interface WallLayout {
  /** The factor by which everything is reduced to fit on one page. */
  zoom: number;
  columns: number;
  /** Rows of one table before the next one begins beside it. */
  rows: number;
}

/**
 * The largest size at which a program with this many entries in each group fits on one page, with as few tables as that
 * takes.
 */
export function wallLayout(counts: readonly number[]): WallLayout {
  const longest = Math.max(1, ...counts);
  const rowsOfTables = [longest, ...rowsToTry.filter((rows) => rows < longest).reverse()].filter(
    (rows) => rows <= rowsToTry.length,
  );
  for (let zoom = 1; zoom > smallest; zoom = Math.round((zoom - step) * 100) / 100) {
    const found = rowsOfTables
      .map((rows) => laidOut(counts, zoom, rows))
      .find(({ height }) => height * zoom <= page.height);
    if (found) return { zoom, columns: found.columns, rows: found.rows };
  }
  return { zoom: smallest, columns: Math.floor(page.columns.many / smallest), rows: rowsToTry.length };
}

function laidOut(counts: readonly number[], zoom: number, rows: number) {
  const tables = counts.reduce((sum, count) => sum + tablesFor(count, rows), 0);
  const columns = Math.floor((tables > page.columns.few ? page.columns.many : page.columns.few) / zoom);
  const lines = Math.ceil(tables / columns);
  const table = part.tableHead + rows * (zoom === 1 ? part.row : rowMadeSmaller);
  return { rows, columns, height: part.headAndFoot + part.drawing + lines * table + (lines - 1) * part.gap };
}

/** A group without entries has one line that says so. */
function tablesFor(count: number, rows: number): number {
  return Math.max(1, Math.ceil(count / rows));
}

/** The indexes of a group's entries, table by table. */
export function wallTables(count: number, rows: number): number[][] {
  return Array.from({ length: tablesFor(count, rows) }, (_, table) =>
    Array.from({ length: Math.min(rows, count - table * rows) }, (_entry, row) => table * rows + row),
  );
}
