import { isAbsolute, resolve } from 'node:path';
import { email as emailRule } from '@fournil/contract/accounts/registration';
import { setProduct } from '@fournil/contract/product';
import { readConfig } from '../base/config.ts';
import { type CommandCall, calledAs, WrongUse } from './commandCall.ts';

interface Command {
  usage: string;
  help: string;
  /** How many arguments it takes. */
  argumentCount: [least: number, most: number];
  /** Reads the arguments; the command's module is loaded when it is run. Throws `WrongUse`. */
  prepare: (words: string[]) => (call: CommandCall) => Promise<number>;
}

/** In the order in which the help lists them. */
const commands: Record<string, Command> = {
  'create-super-admin': {
    usage: '<email>',
    help: 'makes an account of the maker and prints the link by which its owner chooses a password',
    argumentCount: [1, 1],
    prepare: ([address]) => {
      const email = addressOf(address);
      return async (call) => (await import('./accounts.ts')).createSuperAdmin(call, email);
    },
  },
  'two-step-off': {
    usage: '<email>',
    help: 'for who has lost device and recovery codes: the password alone opens the account again; its owner is told',
    argumentCount: [1, 1],
    prepare: ([address]) => {
      const email = addressOf(address);
      return async (call) => (await import('./accounts.ts')).endTwoStepOf(call, email);
    },
  },
  migrate: {
    usage: '',
    help: 'brings the database to this version’s tables',
    argumentCount: [0, 0],
    prepare: () => async (call) => (await import('./migrateNow.ts')).migrateNow(call),
  },
  seed: {
    usage: 'demo | load [machines]',
    help: 'fills an empty database with the demo, or with many machines (1000) to try its size',
    argumentCount: [1, 2],
    prepare: (words) => {
      const [content, machineCount = '1000'] = words;
      if (content === 'demo' && words.length === 1)
        return async (call) => (await import('./seed.ts')).seedDemonstration(call);
      if (content === 'load' && /^[1-9]\d{0,6}$/.test(machineCount))
        return async (call) => (await import('./seed.ts')).seedMachines(call, Number(machineCount));
      throw new WrongUse(`It is called like this: ${calledAs('seed demo | load [machines]')}`);
    },
  },
  backup: {
    usage: '<file>',
    help: 'writes database, stored files and the server’s sealed keys into one file, while the product runs',
    argumentCount: [1, 1],
    prepare:
      ([path]) =>
      async (call) =>
        (await import('./backup.ts')).backUp(call, pathOf(path)),
  },
  restore: {
    usage: '<file>',
    help: 'puts a backup into an empty database and storage',
    argumentCount: [1, 1],
    prepare:
      ([path]) =>
      async (call) =>
        (await import('./restore.ts')).restore(call, pathOf(path)),
  },
  retention: {
    usage: '[now]',
    help: 'says what is kept for how long and what is due; with "now", deletes that at once',
    argumentCount: [0, 1],
    prepare: ([when]) => {
      if (when !== undefined && when !== 'now')
        throw new WrongUse(`It is called like this: ${calledAs('retention [now]')}`);
      return async (call) => (await import('./retention.ts')).showRetention(call, when === 'now');
    },
  },
  'rotate-key': {
    usage: '<file>',
    help: 'seals the server’s keys with the master key in this file (made when it is not there), with the product stopped',
    argumentCount: [1, 1],
    prepare:
      ([path]) =>
      async (call) =>
        (await import('./rotateKey.ts')).rotateKey(call, pathOf(path)),
  },
  'broker-files': {
    usage: '<folder> <host…>',
    help: 'writes the certificates that a shared broker needs for machines that reach it under these host names',
    argumentCount: [2, 20],
    prepare:
      ([path, ...hosts]) =>
      async (call) =>
        (await import('./brokerFiles.ts')).writeBrokerFiles(call, pathOf(path), hosts),
  },
  distribute: {
    usage: '[shards]',
    help: 'distributes the tables by organisation over the nodes of a Citus (in 32 shards), with the product stopped',
    argumentCount: [0, 1],
    prepare: ([given = '32']) => {
      const shards = Number(given);
      if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
        throw new WrongUse(`"${given}" is no number of shards: 1 to 1024, some for each node that there may once be.`);
      return async (call) => (await import('./distributeNow.ts')).distributeNow(call, shards);
    },
  },
  verify: {
    usage: '',
    help: 'compares every stored file with its checksum, looks for rows that belong to nothing, and counts the migrations',
    argumentCount: [0, 0],
    prepare: () => async (call) => (await import('./verify.ts')).verify(call),
  },
};

/** Runs one command; returns the exit code of the process. */
export async function runCommand(
  words: string[],
  environment: Record<string, string | undefined>,
  say: CommandCall['say'],
): Promise<number> {
  const [name = 'help', ...args] = words;
  if (['help', '--help', '-h'].includes(name)) {
    say(helpText());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new WrongUse(`There is no command "${name}": the commands are ${Object.keys(commands).join(', ')}.`);
  const [least, most] = command.argumentCount;
  if (args.length < least || args.length > most)
    throw new WrongUse(`It is called like this: ${calledAs(`${name} ${command.usage}`)}`.trimEnd());
  const run = command.prepare(args);
  const config = readConfig({ LOG_LEVEL: 'warn', ...environment });
  setProduct(config.productSlug, config.productName);
  return run({ config, say });
}

function helpText(): string {
  const lines = Object.entries(commands).map(([name, { usage, help }]) => `  ${`${name} ${usage}`.padEnd(32)}${help}`);
  return [
    calledAs('<command>'),
    '',
    ...lines,
    '',
    'The settings are those of the server, from the environment: see docs/operating.md.',
  ].join('\n');
}

function addressOf(text = ''): string {
  const read = emailRule.safeParse(text);
  if (!read.success) throw new WrongUse(`"${text}" is no e-mail address.`);
  return read.data;
}

/** npm changes the working folder; files are relative to the caller's folder. */
function pathOf(text = ''): string {
  return isAbsolute(text) ? text : resolve(process.env['INIT_CWD'] ?? process.cwd(), text);
}
