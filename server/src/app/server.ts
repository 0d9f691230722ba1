import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { setProduct } from '@fournil/contract/product';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Config, StartRefused } from '../base/config.ts';
import { continueBulk } from '../bulk/index.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import { lockFolder } from '../db/embedded/folderLock.ts';
import { watchDifferences } from '../differences/index.ts';
import { keptPictures, pictureFolder } from '../images/index.ts';
import { endsWithin } from '../kit/process/endsWithin.ts';
import { openLog } from '../kit/process/log.ts';
import type { Services } from '../kit/services.ts';
import { openMachineLink, type Wire } from '../machine-link/index.ts';
import { describeMachines } from '../machines/index.ts';
import { subscribeMenus, watchMenus } from '../menus/index.ts';
import { openMailer, subscribe, watchChanges } from '../notifications/index.ts';
import { subscribeRollouts, watchRollouts } from '../rollouts/index.ts';
import { keptUpdates, updateFolder, watchRestarts } from '../software-updates/index.ts';
import { sweepRegularly } from '../storage/index.ts';
import { continueDeletions } from '../users/index.ts';
import { subscribeWebhooks, watchOverdue } from '../webhooks/index.ts';
import { buildApp, type CallLimits, type Web } from './app.ts';
import { deleteRegularly } from './retention.ts';
import { rolloutKinds } from './rolloutKinds.ts';
import { type Opened, openServices } from './services.ts';

/** One running server. */
export interface Running {
  services: Services;
  web: Web;
  /** Address of page and API. */
  url: string;
  mqttPort: number;
  mailsGoTo: string;
  databaseUrl: string;
  /**
   * Is not ready any more, and serves on for DRAIN_SECONDS; then stops accepting calls and messages, finishes those
   * under way and closes the database. What does not end within the time given, which includes DRAIN_SECONDS, is ended
   * by force.
   */
  close(withinMilliseconds?: number): Promise<void>;
}

export interface Choices extends CallLimits {
  now?: () => Date;
  /** How long the next certificate of a machine is valid, for tests and the conformance run. */
  certificateDays?: () => number;
  /** For the conformance run. */
  wire?: Wire;
  /** An existing database, for tests. */
  databaseUrl?: string;
  /** Where log lines go instead of the standard output. */
  logTo?: DestinationStream;
  /** Work that ends before the first call is answered. */
  prepare?: (services: Services) => Promise<void>;
  /** The embedded database is gone and could not be started again. */
  onLost?: (error: Error) => void;
}

const watches = [
  watchRestarts,
  watchChanges,
  watchDifferences,
  watchMenus,
  watchOverdue,
  deleteRegularly,
  (services: Services) => watchRollouts(services, rolloutKinds),
];

/** Opens everything in order; when one part fails to open, closes those already open, the last first. */
export async function openServer(config: Config, choices: Choices = {}): Promise<Running> {
  setProduct(config.productSlug, config.productName);
  await refuseUnknownHost(config);
  const log = openLog(config.logLevel, choices.logTo ?? pino.destination(1));
  const closings: (() => Promise<unknown>)[] = [];
  let embedded: EmbeddedDatabase | null = null;
  const closeOpened = async () => {
    for (const one of closings.splice(0).reverse())
      await Promise.resolve(one()).catch((error) => log.error({ err: error }, 'closing'));
  };
  let isOpen = true;
  let isServing = false;
  const drainMilliseconds = config.drainSeconds * 1000;
  const close = async (withinMilliseconds = drainMilliseconds + unhurriedMilliseconds) => {
    const until = Date.now() + withinMilliseconds;
    isOpen = false;
    // Proxies have to notice that it is not ready before it ends connections.
    if (isServing) await setTimeout(drainMilliseconds);
    const isOrderly = await endsWithin(closeOpened(), until - Date.now() - databaseStopMilliseconds);
    if (!isOrderly)
      log.error({ event: 'closing' }, 'something did not end in time: its database is closed all the same');
    await embedded?.close(until - Date.now());
    embedded = null;
  };
  const opened: Opened = async (opening, closing) => {
    const one = await opening;
    closings.push(() => closing(one));
    return one;
  };
  try {
    const given = choices.databaseUrl ?? config.databaseUrl;
    if (!given) embedded = await openEmbedded(config, log, choices.onLost);
    const databaseUrl = given ?? embedded?.url ?? '';
    const { services, authority } = await openServices(config, databaseUrl, log, opened, choices);
    const { storage } = services;
    const mailer = openMailer(config);
    await mailer.check();
    await subscribe(services, mailer);
    await subscribeMenus(services);
    await subscribeWebhooks(services);
    await continueBulk(services);
    await subscribeRollouts(services);
    const keepers = { [pictureFolder]: keptPictures(services), [updateFolder]: keptUpdates(services) };
    await opened(Promise.resolve(sweepRegularly(storage, log, keepers)), (one) => one.close());
    for (const watch of watches) await opened(Promise.resolve(watch(services)), (one) => one.close());
    await continueDeletions(services);
    describeMachines(services);
    const link = await opened(openMachineLink(services, authority, choices.wire), (one) => one.close());
    const toLink = { ...link, authority, isOpen: () => isOpen && link.isOpen() };
    const web = await opened(buildApp(services, toLink, log, choices), (one) => closeWeb(one));
    await choices.prepare?.(services);
    const url = await listen(web, config);
    isServing = true;
    return {
      services,
      web,
      url,
      mqttPort: Number(new URL(link.brokerUrl()).port),
      mailsGoTo: mailer.where,
      databaseUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Answers open calls, for a limited time. */
async function closeWeb({ server }: Web): Promise<void> {
  const impatience = new AbortController();
  setTimeout(patienceMilliseconds, undefined, { signal: impatience.signal }).then(
    () => server.server.closeAllConnections(),
    () => undefined,
  );
  await server.close();
  impatience.abort();
}

const patienceMilliseconds = 3000;

/** The part of the stopping time that is reserved for the embedded database. */
const databaseStopMilliseconds = 3000;
const unhurriedMilliseconds = 60_000;

/** The embedded database, closed last. */
interface EmbeddedDatabase {
  url: string;
  close(withinMilliseconds: number): Promise<void>;
}

async function openEmbedded(config: Config, log: Logger, onLost: Choices['onLost']): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(config.dataDir);
  const watcher = {
    onRestart: (reason: string) =>
      log.error({ event: 'database ended', reason }, 'the embedded database ended and is started again'),
    onWaiting: (seconds: number, said: string) =>
      log.warn({ event: 'database starting', seconds, said }, 'the embedded database is not ready yet'),
    onLost: (error: Error) => {
      log.fatal({ err: error }, 'the embedded database could not be started again');
      onLost?.(error);
    },
  };
  try {
    const { url, close } = await openCluster(config.dataDir, watcher);
    return {
      url,
      close: async (withinMilliseconds) => {
        await close(withinMilliseconds);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** RUN-03: checked before anything is opened. */
async function refuseUnknownHost({ host }: Config): Promise<void> {
  await lookup(host).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The setting HOST is wrong: nothing is known under this name (${error.code}; it is "${host}").`,
    );
  });
}

async function listen(web: Web, { host, port }: Config): Promise<string> {
  try {
    return await web.server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} is in use by another program: stop it, or set PORT to another one.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new StartRefused(`Fournil cannot listen on ${host}:${port} (${code}): check HOST and PORT.`);
    throw error;
  }
}
