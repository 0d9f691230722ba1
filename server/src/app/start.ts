import type { FastifyBaseLogger } from 'fastify';
import { setActive } from '../accounts/index.ts';
import type { Config } from '../base/config.ts';
import { commission, type DemoFleet, demoEmails, demoPassword, seedDemo, startFleet } from '../demo/index.ts';
import { openTracing } from '../kit/process/openTracing.ts';
import { returnMemoryWhenQuiet } from '../kit/process/quietMemory.ts';
import type { Services } from '../kit/services.ts';
import { openServer, type Running } from './server.ts';

/** Time for an orderly stop; then it is ended by force, which loses no acknowledged data. */
const patienceMilliseconds = 7500;
/** The supervisor waits a second longer; together they end within ten seconds. */
const forceMilliseconds = patienceMilliseconds + 500;
/** A signal can arrive twice, through the process group and from the parent process; it counts once. */
const sameSignalMilliseconds = 1500;

/** Closes one part within this time. */
type Closing = (withinMilliseconds: number) => Promise<unknown>;

/** Starts the product, and stops it on a signal. */
export async function start(config: Config): Promise<void> {
  const closings: Closing[] = [];
  let log: FastifyBaseLogger | null = null;
  reportOnSignal(config.dataDir);
  const stopping = stopOnSignal(closings, config.drainSeconds * 1000, (signal, milliseconds) => {
    if (log) log.info({ event: 'stopped', signal, milliseconds }, `${config.productName} has stopped`);
    else process.stderr.write(`${config.productName} was stopped by ${signal} before it had started.\n`);
  });
  // Closed last: it sends the spans of the stop.
  closings.push(
    await openTracing(process.env, config.productSlug, (problem) => log?.warn({ event: 'traces' }, problem)),
  );
  let demo = null as DemoFleet | null;
  const running = await openServer(config, {
    onLost: () => process.exit(1),
    prepare: async (opening) => {
      demo = await prepareDemo(opening);
    },
  });
  closings.push(running.close);
  const { services } = running;
  log = services.log;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      services.log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  returnMemoryWhenQuiet();
  process.send?.('ready');
  if (demo && demo.ovens.length > 0) {
    const fleet = startFleet(services, running.url);
    closings.push(fleet.close);
    commission(services, demo, stopping).catch((error) => services.log.error({ err: error }, 'demo'));
  }
  process.stdout.write(`${greeting(running)}\n`);
}

/**
 * The demonstration's accounts, while it is on; null while it is off. Their password is public: they can sign in on a
 * loopback address only.
 */
async function prepareDemo(services: Services): Promise<DemoFleet | null> {
  const { demo } = services.config;
  const switched = await setActive(services, demoEmails(), demo);
  if (switched > 0 && !demo)
    services.log.warn(
      { event: 'demo accounts off', accounts: switched },
      'The demo accounts can no longer sign in, because DEMO is off, or HOST or PUBLIC_URL is no loopback address. An account of your own is made by the command create-super-admin.',
    );
  return demo ? seedDemo(services) : null;
}

/**
 * At SIGUSR2 the process writes what it waits for into the data folder, unless a computation blocks its event loop.
 * Without its environment, which has passwords. From the beginning, because without this the signal would end it.
 */
function reportOnSignal(folder: string): void {
  if (!process.report) return;
  Object.assign(process.report, { directory: folder, excludeEnv: true, excludeNetwork: true, reportOnSignal: true });
}

/**
 * Closes what is open, the last first, when a signal comes, or when the process that started and supervises this one
 * has ended.
 */
function stopOnSignal(
  closings: Closing[],
  drainMilliseconds: number,
  say: (signal: string, milliseconds: number) => void,
): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) {
      // A second signal ends the process at once.
      if (Date.now() - since > sameSignalMilliseconds) process.exit(1);
      return;
    }
    stopping.abort();
    since = Date.now();
    setTimeout(() => {
      process.stderr.write('Something did not end in time: stopped by force.\n');
      process.exit(1);
    }, drainMilliseconds + forceMilliseconds).unref();
    for (let close = closings.pop(); close; close = closings.pop())
      await close(since + drainMilliseconds + patienceMilliseconds - Date.now());
    say(signal, Date.now() - since);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => void stop(signal));
  return stopping.signal;
}

function greeting({ services: { config }, mailsGoTo }: Running): string {
  const people = demoEmails().map((email) => `    ${email}`);
  const demo = [
    '',
    `  Demo accounts, all with the password ${demoPassword}:`,
    ...people,
    `  Simulated ovens (switch one off, start a new one): http://127.0.0.1:${config.simulatorPort}`,
  ];
  return [
    '',
    `  ${config.productName} runs at ${config.publicUrl}`,
    ...(config.demo ? demo : []),
    `  Data: ${config.dataDir}    E-mails: ${mailsGoTo}`,
    '',
  ].join('\n');
}
