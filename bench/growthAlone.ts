import { measurePacking } from './growthOfReports.ts';
import { openSeeded } from './seeded.ts';
import { printTable, type Row } from './table.ts';

/** `npm run bench -- growthAlone`: the measurements of tables that grow with time, without the others. */
const organisations = 10;
const table: Row[] = [];
const { url, port, settings, tokens, close } = await openSeeded({ organisations, machines: organisations * 1000 });
try {
  await measurePacking({ port, url, settings, tokens, table });
} finally {
  await close();
}
printTable(table);
