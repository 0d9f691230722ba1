import { setActive } from './accounts/index.ts';
import { readConfig, StartRefused } from './config.ts';
import { commission, demoEmails, demoPassword, seedDemo, startFleet } from './demo/index.ts';
import { openServer, type Running } from './server.ts';

/** Environment in, signals in, doors opened and closed in order. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const running = await openServer(config);
  const { house } = running;
  let fleet: { close(): Promise<void> } | null = null;
  const stopping = new AbortController();
  const stop = async () => {
    // Asked a second time: at once.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    await fleet?.close();
    await running.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // Their password is known to everybody: they sign in only where nobody else can reach.
  await setActive(house, demoEmails(), config.demo);
  if (config.demo) {
    const demo = await seedDemo(house);
    if (demo.ovens.length > 0) {
      fleet = startFleet(house, running.url);
      commission(house, demo, stopping.signal).catch((error) => house.log.error({ err: error }, 'demo'));
    }
  }
  process.stdout.write(`${greeting(running)}\n`);
}

function greeting({ house: { config }, mailsGoTo }: Running): string {
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

start().catch((error: unknown) => {
  const sentence = error instanceof StartRefused ? error.message : `Fournil could not start: ${(error as Error).stack ?? String(error)}`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
