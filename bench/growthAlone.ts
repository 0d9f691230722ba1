import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { benchPassword, seedLoad } from '../server/src/operator/seedLoad.ts';
import { measurePacking } from './growthOfReports.ts';
import { signIn } from './load.ts';
import { startServer } from './processes.ts';
import { benchMasterKey } from './reports.ts';
import { printTable, type Row } from './table.ts';

/** `node bench/growthAlone.ts`: the measurements of tables that grow with time, without the others. */
const organisations = 10;
const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
try {
  await migrate(cluster.url);
  await seedLoad(cluster.url, { organisations, machines: organisations * 1000 });
  const [port, mqttPort] = [await freePort(), await freePort()];
  const settings = { DATABASE_URL: cluster.url, SECRETS_KEY: benchMasterKey, DATA_DIR: join(folder, 'server') };
  const server = await startServer({ ...settings, PORT: String(port), MQTT_PORT: String(mqttPort) });
  const tokens: string[] = [];
  for (let number = 1; number <= organisations; number += 1)
    tokens.push(await signIn(port, `bench${number}-0@bench.test`, benchPassword));
  const table: Row[] = [];
  await measurePacking({ port, url: cluster.url, settings, tokens, table });
  await server.close();
  printTable(table);
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
