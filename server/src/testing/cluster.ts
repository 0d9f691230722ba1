import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../db/embedded/cluster.ts';
import { openLogins } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { migrate } from '../db/migrate.ts';
import { withClient } from '../db/withClient.ts';
import { eventNames } from '../kit/jobs/catalogue.ts';
import { prepareJobs } from '../kit/jobs/jobs.ts';
import { testMasterKey } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

/** One PostgreSQL for the whole run; its database `fournil` is the template of every test's database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-test-'));
  const cluster = await openCluster(folder);
  await writeCarelessly(cluster.url);
  await migrate(cluster.url);
  await prepareJobs(cluster.url, eventNames);
  // Once for all copies of this database, which share its logins.
  await openLogins(cluster.url, await readMasterKey({ given: testMasterKey }));
  project.provide('clusterUrl', cluster.url);
  return async () => {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
    if (cluster.folder.startsWith('/var/lib/fournil/'))
      await rm(join(cluster.folder, '..'), { recursive: true, force: true });
  };
}

/** Without durability, because the data need not survive; tests with a kill have clusters of their own. */
async function writeCarelessly(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  });
}
