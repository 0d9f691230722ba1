import { StartRefused } from '../base/config.ts';
import { failureText } from '../kit/process/failureText.ts';
import { readOptions, usage } from './options.ts';
import { runConformance } from './run.ts';

/** Exit code 0: nothing to mend; 1: something; 2: it could not be run. */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${args.includes('--help') ? '' : `${options}\n\n`}${usage}\n`);
    return 2;
  }
  // The embedded database and the folder must not stay behind. A terminal's SIGINT comes twice, by the parent process
  // too.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new StartRefused('The run was stopped.')));
  const found = await runConformance({
    options,
    say: (line) => process.stdout.write(`${line}\n`),
    signal: stop.signal,
  });
  return found.some(({ outcome }) => outcome === 'mend') ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${failureText(error, false)}\n`);
    process.exit(2);
  },
);
