import { failureText } from '../kit/process/failureText.ts';
import { runCommand } from './commands.ts';
import { WrongUse } from './order.ts';

/**
 * `npm run fournil -- <command>`: the operator's commands beside the running product. Exit code 2 for a wrong call, 1
 * for a failure.
 */
async function main(): Promise<number> {
  try {
    return await runCommand(process.argv.slice(2), process.env, (line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    const isWhole = process.env['LOG_LEVEL'] === 'debug';
    process.stderr.write(`${error instanceof WrongUse ? error.message : failureText(error, isWhole)}\n`);
    return error instanceof WrongUse ? 2 : 1;
  }
}

process.exitCode = await main();
