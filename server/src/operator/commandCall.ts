import type { Config } from '../base/config.ts';

/** The command was called in a wrong way; its message is the one sentence shown. */
export class WrongUse extends Error {}

/** How an operator calls a command: by npm in the sources, by a program of that name in the release archive. */
export function calledAs(command: string): string {
  return process.env['npm_lifecycle_event'] === 'fournil' ? `npm run fournil -- ${command}` : `fournil ${command}`;
}

/** What every command is given, besides the arguments that it has read. */
export interface CommandCall {
  config: Config;
  /** Writes one line of the answer. */
  say: (line: string) => void;
}
