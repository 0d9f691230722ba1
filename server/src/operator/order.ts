import type { Config } from '../base/config.ts';

/** The command was called in a wrong way; its message is the one sentence shown. */
export class WrongUse extends Error {}

/** How an operator calls a command: by npm in the sources, by a program of that name in the release archive. */
export function calledAs(command: string): string {
  return process.env['npm_lifecycle_event'] === 'fournil' ? `npm run fournil -- ${command}` : `fournil ${command}`;
}

export interface Order {
  config: Config;
  /** The arguments after the command's name. */
  args: string[];
  say: (line: string) => void;
}
