import { readConfig } from './base/config.ts';
import { failureText } from './kit/process/failureText.ts';

/** Reads the settings before loading the product, which takes a second, so that errors appear at once. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { start } = await import('./app/start.ts');
  await start(config);
}

main().catch((error: unknown) => {
  process.stderr.write(`${failureText(error, process.env['LOG_LEVEL'] === 'debug')}\n`);
  process.exit(1);
});
