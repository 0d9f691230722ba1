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
  const found = await runConformance({
    options,
    say: (line) => process.stdout.write(`${line}\n`),
    onReady: ({ close }) => {
      // The embedded database and the folder must not stay behind.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void close().finally(() => process.exit(2)));
    },
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
