import type { Config } from '../base/config.ts';

/** The command was not called as it wants to be; its message is the one sentence shown. */
export class WrongUse extends Error {}

export interface Order {
  config: Config;
  /** What follows the command's name. */
  args: string[];
  say: (line: string) => void;
}
