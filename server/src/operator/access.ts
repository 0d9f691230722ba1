import { pino } from 'pino';
import { openHouse } from '../app/index.ts';
import type { Config } from '../base/config.ts';
import { openCluster, runningCluster } from '../db/embedded/cluster.ts';
import { lockFolder } from '../db/embedded/folderLock.ts';
import type { House } from '../kit/house.ts';
import { openLog } from '../kit/process/log.ts';
import type { Authority } from '../machine-link/index.ts';

/**
 * Opens the database of the settings, also the embedded one, and also while the product runs over it; without the
 * product it is started for the duration of the command.
 */
export async function withDatabase<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  const given = config.databaseDirectUrl ?? config.databaseUrl;
  if (given) return work(given);
  const running = await runningCluster(config.dataDir);
  if (running) return work(running);
  const unlock = await lockFolder(config.dataDir);
  try {
    const cluster = await openCluster(config.dataDir);
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
export function withHouse<Result>(
  config: Config,
  work: (house: House, authority: Authority) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, async (url) => {
    const log = openLog(config.logLevel, pino.destination(2));
    const closings: (() => Promise<unknown>)[] = [];
    try {
      const { house, authority } = await openHouse(config, url, log, async (opening, closing) => {
        const one = await opening;
        closings.push(() => closing(one));
        return one;
      });
      return await work(house, authority);
    } finally {
      for (const close of closings.reverse()) await close();
    }
  });
}
