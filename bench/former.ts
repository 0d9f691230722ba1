import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFormerVersion } from '../server/src/testing/formerVersion.ts';
import type { Call } from './load.ts';
import { openSeeded, type Seeded } from './seeded.ts';
import { printTable } from './table.ts';
import { underLoad } from './underLoad.ts';

/**
 * SCL-05, `npm run bench -- former [commit]`: lists of machines by this version and by a former one with the packages
 * of today, each with its own database, in turn: what was added to every call since then. Settings: BENCH_MACHINES
 * (100000), BENCH_SECONDS (10) for a turn, BENCH_TURNS (5). The medians of the turns are compared.
 */
const machines = Number(process.env['BENCH_MACHINES'] ?? 100_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const turns = Number(process.env['BENCH_TURNS'] ?? 5);
const commit = process.argv[2] ?? '9d169919';
const asking = 20;

const former = findFormerVersion(commit);
if (!former) throw new Error(`The commit ${commit} is not in this repository.`);
const part = async (path: string) => import(join(former.folder, 'server/src', path));
const load = { organisations: 100, machines, signedIn: asking };
const opened: Seeded[] = [];
try {
  opened.push(await openSeeded(load));
  const { migrate } = await part('db/migrate.ts');
  const { seedLoad } = await part('operator/seedLoad.ts');
  opened.push(await openSeeded({ ...load, version: { main: former.main, migrate, seedLoad } }));
  const results = opened.map(() => [] as { perSecond: number; cpu: number }[]);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, { server, port, tokens }] of opened.entries()) {
      let count = 0;
      const next = (): Call => {
        count += 1;
        return { method: 'GET', path: '/api/machines?itemsPerPage=30', token: tokens[count % asking] ?? '' };
      };
      const { result, cpu } = await underLoad('lists', { server, port, seconds }, next);
      results[index]?.push({ perSecond: result.perSecond, cpu });
      process.stderr.write(
        `${index === 0 ? 'now' : commit}: ${Math.round(result.perSecond)}/s, ${Math.round(cpu)} µs\n`,
      );
    }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const [perSecond = Number.NaN, formerPerSecond = Number.NaN] = results.map((all) =>
    median(all.map((one) => one.perSecond)),
  );
  const [cpu = Number.NaN, formerCpu = Number.NaN] = results.map((all) => median(all.map((one) => one.cpu)));
  printTable([
    {
      what: 'SCL-05 machine list of 30 with total',
      ours: `${Math.round(perSecond)}/s, ${Math.round(cpu)} µs CPU`,
      against: `${Math.round(formerPerSecond)}/s, ${Math.round(formerCpu)} µs CPU (${commit})`,
      ratio: `${(perSecond / formerPerSecond).toFixed(2)}x, CPU ${(cpu / formerCpu).toFixed(2)}x`,
      bar: '≥ 1x',
    },
  ]);
} finally {
  for (const one of opened) await one.close();
  rmSync(former.folder, { recursive: true, force: true });
}
