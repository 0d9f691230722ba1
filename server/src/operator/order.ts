import type { Config } from '../base/config.ts';

/** The command was called in a wrong way; its message is the one sentence shown. */
export class WrongUse extends Error {}

export interface Order {
  config: Config;
  /** The arguments after the command's name. */
  args: string[];
  say: (line: string) => void;
}
