export interface Row {
  what: string;
  ours: string;
  against: string;
  ratio: string;
  bar: string;
}

export function printTable(table: readonly Row[]): void {
  const line = (row: Row) => `| ${row.what} | ${row.ours} | ${row.against} | ${row.ratio} | ${row.bar} |`;
  process.stdout.write(
    ['| What | Ours | Against | Ratio | Bar |', '|---|---|---|---|---|', ...table.map(line), ''].join('\n'),
  );
}
