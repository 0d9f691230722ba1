import { failureText } from '../kit/process/failureText.ts';
import { WrongUse } from './commandCall.ts';
import { runCommand } from './commands.ts';

interface Lines {
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** Runs a command and explains its failure in one line. Exit code 2 for a wrong call, 1 for a failure. */
export async function answer(
  args: string[],
  environment: Record<string, string | undefined>,
  { say, complain }: Lines,
): Promise<number> {
  try {
    return await runCommand(args, environment, say);
  } catch (error) {
    const isWhole = environment['LOG_LEVEL'] === 'debug';
    complain(error instanceof WrongUse ? error.message : failureText(error, isWhole));
    return error instanceof WrongUse ? 2 : 1;
  }
}
