import { measureBounds } from './bounds.ts';
import { openSeeded } from './seeded.ts';
import { printTable, type Row } from './table.ts';

/**
 * `npm run bench -- boundsAlone`: the measurements of bounds without the others, which take an hour. Setting:
 * BENCH_SECONDS (5).
 */
const organisations = 20;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const table: Row[] = [];
const { url, port, server, tokens, close } = await openSeeded({ organisations, machines: organisations * 1000 });
try {
  await measureBounds({ port, url, server, tokens, seconds, table });
} finally {
  await close();
}
printTable(table);
