import { benchPassword, idOf, seedLoad } from '../server/src/operator/seedLoad.ts';
import { measureAgeAndDepth } from './ageAndDepth.ts';
import { compareBulk } from './bulk.ts';
import { copyOut, exportUsage, seedActivities } from './exports.ts';
import { medianOf, text, times, untilQuiet } from './growth.ts';
import { signIn } from './load.ts';
import type { Measured } from './processes.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  url: string;
  server: Measured;
  tokens: readonly string[];
  table: Row[];
}

const list = '/api/machines?itemsPerPage=30';
/** Number of machines of all organisations after which the list is measured again; 0 skips the part about growth. */
const growTo = Number(process.env['BENCH_GROW_TO'] ?? 1_000_000);

/** Measurements of growth, in the order in which they make the database larger. */
export async function measureGrowth(place: Place): Promise<void> {
  await measureBulk(place);
  await measureExports(place);
  await measureLastPage(place);
  await measureAgeAndDepth(place);
  await measureLargeOrganisation(place);
  if (growTo > 0) await measureManyMachines(place);
}

async function measureBulk({ port, tokens: [token = ''], table }: Place): Promise<void> {
  const machines = Array.from({ length: 1000 }, (_, index) => idOf(5, 1_000_000 + index + 1));
  const { bulkSeconds, singleSeconds } = await compareBulk(port, token, machines);
  table.push({
    what: 'Switch 1,000 machines',
    ours: `${text(bulkSeconds * 1000)} in one bulk action`,
    against: `${text(singleSeconds * 1000)} in 1,000 PUTs`,
    ratio: times(singleSeconds, bulkSeconds),
    bar: '≥ 20x',
  });
}

async function measureExports({ port, url, server, tokens, table }: Place): Promise<void> {
  for (const rows of [100_000, 1_000_000]) {
    const organisation = rows === 100_000 ? 2 : 3;
    await seedActivities(url, organisation, rows);
    const token = tokens[organisation - 1] ?? '';
    const { rowsPerSecond, extraMegabytes } = await exportUsage(port, token, server.memoryMegabytes);
    const other = await copyOut(url, organisation, rows);
    const isMeasured = Number.isFinite(other);
    table.push({
      what: `Usage of ${rows.toLocaleString('en')} rows as CSV`,
      ours: `${Math.round(rowsPerSecond).toLocaleString('en')} rows/s, +${Math.round(extraMegabytes)} MB`,
      against: isMeasured ? `${Math.round(other).toLocaleString('en')} rows/s (psql \\copy)` : 'not measured',
      ratio: isMeasured ? `${((100 * rowsPerSecond) / other).toFixed(1)} %` : '–',
      bar: '≥ 10 %, ≤ +80 MB',
    });
  }
}

async function measureLastPage({ port, tokens: [token = ''], table }: Place): Promise<void> {
  const first = await medianOf(port, token, list);
  const last = await medianOf(port, token, `${list}&page=34`);
  table.push({
    what: 'Last page of 1,000 machines',
    ours: text(last),
    against: `${text(first)} (first page)`,
    ratio: times(last, first),
    bar: '≤ 3x',
  });
}

async function measureLargeOrganisation({ port, url, tokens: [token = ''], table }: Place): Promise<void> {
  await seedLoad(url, { organisations: 1, machines: 100_000, first: 5001 });
  await untilQuiet(url);
  const large = await signIn(port, 'bench5001-0@bench.test', benchPassword);
  const ofLarge = await medianOf(port, large, list);
  const deep = await medianOf(port, large, `${list}&page=3334`, 40);
  const small = await medianOf(port, token, list);
  table.push({
    what: 'Organisation of 100,000 machines',
    ours: text(ofLarge),
    against: `${text(small)} (organisation of 1,000)`,
    ratio: times(ofLarge, small),
    bar: '≤ 2x',
  });
  table.push({
    what: 'Its last page',
    ours: text(deep),
    against: `${text(ofLarge)} (its first)`,
    ratio: times(deep, ofLarge),
    bar: '≤ 3x',
  });
}

async function measureManyMachines({ port, url, tokens: [token = ''], table }: Place): Promise<void> {
  const before = await medianOf(port, token, list);
  const more = Math.floor((growTo - 200_000) / 1000);
  await seedLoad(url, { organisations: more, machines: more * 1000, first: 6001 });
  await untilQuiet(url);
  const grown = await medianOf(port, token, list);
  table.push({
    what: `${growTo.toLocaleString('en')} machines in all`,
    ours: text(grown),
    against: `${text(before)} (200,000)`,
    ratio: times(grown, before),
    bar: '≤ 1.2x',
  });
}
