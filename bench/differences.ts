import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { benchPassword, idOf, seedLoad } from '../server/src/operator/seedLoad.ts';
import { medianOf, text, times } from './growth.ts';
import { signIn } from './load.ts';
import { startServer } from './processes.ts';
import { benchMasterKey } from './reports.ts';
import { printTable, type Row } from './table.ts';

/**
 * MNU-05, `node bench/differences.ts`: the page of differences of an organisation of 100,000 installations, against its
 * list of machines, when one installation of fifty was changed at its oven, and when each one was.
 */
const machines = 20_000;
const installations = machines * 5;
const samples = 40;

const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
try {
  await migrate(cluster.url);
  await seedLoad(cluster.url, { organisations: 1, machines });
  const [port, mqttPort] = [await freePort(), await freePort()];
  const settings = { DATABASE_URL: cluster.url, SECRETS_KEY: benchMasterKey, DATA_DIR: join(folder, 'server') };
  const server = await startServer({ ...settings, PORT: String(port), MQTT_PORT: String(mqttPort) });
  const token = await signIn(port, 'bench1-0@bench.test', benchPassword);
  const table: Row[] = [];
  for (const oneIn of [50, 1]) {
    await changeOneIn(oneIn);
    const list = await medianOf(port, token, '/api/machines?page=1&itemsPerPage=30', samples);
    const filters = {
      organisation: '',
      structure: `&structure=${idOf(3, 101)}`,
      program: `&program=${idOf(4, 101)}`,
    };
    for (const [name, filter] of Object.entries(filters)) {
      const path = `/api/programMachines?changed=true&kept=false&order[since]=desc&page=1&itemsPerPage=50${filter}`;
      const page = await medianOf(port, token, path, samples);
      table.push({
        what: `MNU-05 differences by ${name}, ${installations / oneIn} of ${installations} installations`,
        ours: text(page),
        against: `${text(list)} (list of machines)`,
        ratio: times(page, list),
        bar: '',
      });
    }
  }
  await server.close();
  printTable(table);
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

/** As ovens would have reported it: with the settings of their own, at different times. */
async function changeOneIn(oneIn: number): Promise<void> {
  await withClient(cluster.url, async (owner) => {
    await owner.query(
      `insert into "changedBodies" ("organisationId", sha256, "programId", name, "phaseGroups")
       select "organisationId", 'changed ' || "programId", "programId", name, "phaseGroups"
       from "programRevisions" on conflict do nothing`,
    );
    await owner.query(
      `update installations set "reportedState" = 'changed', "reportedRevision" = 1,
         "reportedSha256" = 'changed ' || "programId", "reportedAt" = now() - number * interval '1 second'
       from (select id, row_number() over (order by id) as number from installations) numbered
       where numbered.id = installations.id and number % $1 = 0`,
      [oneIn],
    );
    await owner.query('vacuum analyze');
  });
}
