import { readConfig } from './base/config.ts';
import { lastWords } from './kit/process/lastWords.ts';

/** Settings that are wrong are said at once: all that runs takes a second to load. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { start } = await import('./app/start.ts');
  await start(config);
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error, process.env['LOG_LEVEL'] === 'debug')}\n`);
  process.exit(1);
});
