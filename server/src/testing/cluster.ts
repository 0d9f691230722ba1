import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { distribute } from '../db/distribution/distribute.ts';
import { openCluster, removeCluster } from '../db/embedded/cluster.ts';
import { openLogins, setTimeLimits } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { migrate } from '../db/migrate.ts';
import { timeLimitsMilliseconds } from '../db/scopePool.ts';
import { withClient } from '../db/withClient.ts';
import { eventNames } from '../kit/jobs/catalogue.ts';
import { prepareJobs } from '../kit/jobs/jobs.ts';
import { closeOnNodes, createOnNodes, dropOnNodes } from './citus.ts';
import { testMasterKey } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** A superuser's address on the coordinator of a Citus cluster, when the tests run on one; else empty. */
    citusUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run; its database `fournil` is the template of every test's database. With CITUS_URL,
 * the address of a superuser on a coordinator that knows its workers, the tests run there, on distributed tables
 * (SCL-03).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citusUrl = process.env['CITUS_URL'] ?? '';
  project.provide('citusUrl', citusUrl);
  if (citusUrl) return setUpCitus(project, citusUrl);
  process.stdout.write('CITUS_URL is not given: nothing is tested on distributed tables.\n');
  const folder = await mkdtemp(join(tmpdir(), 'fournil-test-'));
  const cluster = await openCluster(folder);
  await writeCarelessly(cluster.url);
  await prepare(cluster.url);
  project.provide('clusterUrl', cluster.url);
  return async () => {
    await cluster.close();
    await removeCluster(folder);
    await rm(folder, { recursive: true, force: true });
  };
}

async function prepare(url: string): Promise<void> {
  await migrate(url);
  await prepareJobs(url, eventNames);
  // Once for all copies of this database, which share its logins.
  await openLogins(url, await readMasterKey({ given: testMasterKey }));
}

async function setUpCitus(project: TestProject, citusUrl: string): Promise<() => Promise<void>> {
  const name = 'fournil';
  await dropOnNodes(citusUrl, name);
  const url = await createOnNodes(citusUrl, name);
  await prepare(url);
  await distribute(url, await readMasterKey({ given: testMasterKey }), { shards: 4 });
  // Once for all copies, as their passwords.
  await setTimeLimits(url, timeLimitsMilliseconds);
  await closeOnNodes(citusUrl, name);
  project.provide('clusterUrl', url);
  return () => dropOnNodes(citusUrl, name);
}

/** Without durability, because the data need not survive; tests with a kill have clusters of their own. */
async function writeCarelessly(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  });
}
