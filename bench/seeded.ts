import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { benchPassword, seedLoad } from '../server/src/operator/seedLoad.ts';
import { signIn } from './load.ts';
import { type Measured, startServer } from './processes.ts';
import { benchMasterKey } from './reports.ts';

/** A server over a new database of its own that is filled with a load. */
export interface Seeded {
  /** The database. */
  url: string;
  /** A folder that is deleted afterwards. */
  folder: string;
  port: number;
  mqttPort: number;
  server: Measured;
  /** With which the server was started. */
  settings: Record<string, string>;
  /** A session of the client admin of each of the first organisations. */
  tokens: string[];
  close(): Promise<void>;
}

/** The parts of a version that make its database. */
interface Version {
  main: string;
  migrate: typeof migrate;
  seedLoad: typeof seedLoad;
}

interface Load {
  organisations: number;
  machines: number;
  /** How many organisations sign in; all by default. */
  signedIn?: number;
  /** The present one by default. */
  version?: Version;
}

/** Such a server. `close` ends it, and deletes its database and folder. */
export async function openSeeded({
  organisations,
  machines,
  signedIn = organisations,
  version,
}: Load): Promise<Seeded> {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await openCluster(join(folder, 'data'));
  let server: Measured | null = null;
  const close = async () => {
    try {
      await server?.close();
    } finally {
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
  try {
    await (version?.migrate ?? migrate)(cluster.url);
    await (version?.seedLoad ?? seedLoad)(cluster.url, { organisations, machines });
    const [port, mqttPort] = [await freePort(), await freePort()];
    const settings = {
      DATABASE_URL: cluster.url,
      SECRETS_KEY: benchMasterKey,
      DATA_DIR: join(folder, 'server'),
      TRUSTED_PROXIES: '127.0.0.1',
    };
    server = await startServer({ ...settings, PORT: String(port), MQTT_PORT: String(mqttPort) }, version?.main);
    const tokens: string[] = [];
    for (let number = 1; number <= signedIn; number += 1)
      tokens.push(await signIn(port, `bench${number}-0@bench.test`, benchPassword));
    return { url: cluster.url, folder, port, mqttPort, server, settings, tokens, close };
  } catch (error) {
    await close();
    throw error;
  }
}
