import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { withClient } from '../server/src/db/withClient.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';

const run = promisify(execFile);

/** Adds activities to one organisation, spread over its machines, up to this number. */
export async function seedActivities(url: string, organisation: number, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programName", "receivedAt")
       select gen_random_uuid(), machine.id, machine."organisationId", 'x' || n, 'ProgramStart',
         now() - n * interval '1 second', 'Program', now()
       from generate_series(1, $2::int / 1000) n, (select id, "organisationId" from machines where "organisationId" = $1
         order by id limit 1000) machine
       on conflict do nothing`,
      [idOf(1, organisation), rows],
    );
    await client.query('update "machineStates" set "daysFilled" = false where "organisationId" = $1', [
      idOf(1, organisation),
    ]);
    await client.query('vacuum analyze activities');
  });
}

export interface Exported {
  rowsPerSecond: number;
  /** The greatest increase of the server's memory. */
  extraMegabytes: number;
}

/** Reads the whole file as a browser does, and records the server's memory meanwhile. */
export async function exportUsage(port: number, token: string, memoryMegabytes: () => number): Promise<Exported> {
  const before = memoryMegabytes();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, memoryMegabytes());
  }, 20);
  const start = performance.now();
  const rows = await new Promise<number>((resolve, reject) => {
    let lines = 0;
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/machines/usage.csv?kind=activities',
        headers: { authorization: `Bearer ${token}` },
      },
      (response) => {
        response.on('data', (part: Buffer) => {
          for (const byte of part) if (byte === 10) lines += 1;
        });
        response.once('end', () => resolve(lines - 1));
        response.once('error', reject);
      },
    );
    asked.once('error', reject);
    asked.end();
  });
  const elapsed = (performance.now() - start) / 1000;
  clearInterval(looking);
  return { rowsPerSecond: rows / elapsed, extraMegabytes: most - before };
}

/** Rows a second of psql's \\copy for the same rows and columns; NaN where there is no psql. */
export async function copyOut(url: string, organisation: number, rows: number): Promise<number> {
  const psql = ['/usr/bin/psql', ...globSync('/usr/lib/postgresql/*/bin/psql')].find((path) => existsSync(path));
  if (!psql) return Number.NaN;
  const query = `select m.name, m."serialNumber", a.at, a.type, a."programName", a.mode from activities a
    join machines m on m.id = a."machineId" where a."organisationId" = '${idOf(1, organisation)}'
    order by m.name, a.at`;
  const start = performance.now();
  await run(psql, [url, '-c', `\\copy (${query}) to '/dev/null' csv header`]);
  return rows / ((performance.now() - start) / 1000);
}
