import { pino } from 'pino';
import { openServices } from '../app/index.ts';
import { type Config, StartRefused } from '../base/config.ts';
import { isClusterMade, openCluster, runningCluster } from '../db/embedded/cluster.ts';
import { lockFolder } from '../db/embedded/folderLock.ts';
import { openLog } from '../kit/process/log.ts';
import type { Services } from '../kit/services.ts';
import type { Authority } from '../machine-link/index.ts';

/**
 * Opens the database of the settings, also the embedded one, and also while the product runs over it; without the
 * product it is started for the duration of the command. It makes none: without the settings of the server, a command
 * would else work on an empty installation in the present folder.
 */
export async function withDatabase<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  const given = givenDatabase(config);
  if (given) return work(given);
  if (!(await isClusterMade(config.dataDir)))
    throw new StartRefused(
      `There is no installation in ${config.dataDir}, and DATABASE_URL is not set: give the command the settings of the server (under systemd "fournil" has them).`,
    );
  const running = await runningCluster(config.dataDir);
  if (running) return work(running);
  return withCluster(config.dataDir, work);
}

/** For commands that fill a new database: makes the embedded one when there is none. */
export async function makeDatabase(config: Config): Promise<void> {
  if (givenDatabase(config) || (await isClusterMade(config.dataDir))) return;
  await withCluster(config.dataDir, async () => undefined);
}

const givenDatabase = (config: Config) => config.databaseDirectUrl ?? config.databaseUrl;

async function withCluster<Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const unlock = await lockFolder(dataDir);
  try {
    const cluster = await openCluster(dataDir);
    try {
      return await work(cluster.url);
    } finally {
      await cluster.close();
    }
  } finally {
    await unlock();
  }
}

/** The same with all services, but without listening for calls and without processing jobs. */
export function withServer<Result>(
  config: Config,
  work: (services: Services, authority: Authority) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, async (url) => {
    const log = openLog(config.logLevel, pino.destination(2));
    const closings: (() => Promise<unknown>)[] = [];
    try {
      const { services, authority } = await openServices(config, url, log, async (opening, closing) => {
        const one = await opening;
        closings.push(() => closing(one));
        return one;
      });
      return await work(services, authority);
    } finally {
      for (const close of closings.reverse()) await close();
    }
  });
}
