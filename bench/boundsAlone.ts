import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { benchPassword, seedLoad } from '../server/src/operator/seedLoad.ts';
import { measureBounds } from './bounds.ts';
import { signIn } from './load.ts';
import { startServer } from './processes.ts';
import { printTable, type Row } from './table.ts';

/**
 * `node bench/boundsAlone.ts`: the measurements of bounds without the others, which take an hour. Setting:
 * BENCH_SECONDS (5).
 */
const organisations = 20;
const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
try {
  await migrate(cluster.url);
  await seedLoad(cluster.url, { organisations, machines: organisations * 1000 });
  const [port, mqttPort] = [await freePort(), await freePort()];
  const server = await startServer({
    DATABASE_URL: cluster.url,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: join(folder, 'server'),
  });
  const tokens: string[] = [];
  for (let number = 1; number <= organisations; number += 1)
    tokens.push(await signIn(port, `bench${number}-0@bench.test`, benchPassword));
  const table: Row[] = [];
  await measureBounds({
    port,
    url: cluster.url,
    server,
    tokens,
    seconds: Number(process.env['BENCH_SECONDS'] ?? 5),
    table,
  });
  await server.close();
  printTable(table);
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
