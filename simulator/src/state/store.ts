import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PairAnswer } from '@fournil/contract/machine-link/pairing';
import type { Work } from '../work/work.ts';
import type { Holding } from './memory.ts';
import type { Report } from './queue.ts';
import type { Setting } from './settings.ts';

/** The data on an oven's plate. */
export interface Plate {
  serialNumber: string;
  pin: string;
  model: string;
  timezone: string;
  softwareVersion: string;
  /** Its baker changes the first program that it holds, once. */
  isChanged?: boolean | undefined;
}

/** The machine's credentials, as the server has sent them at pairing. */
export type Credentials = PairAnswer;

/** The result of the next update: chosen at the control interface, or at random. */
export type UpdateOutcome = 'done' | 'failed' | 'powerCut';

/** An update under way, stored so that it survives a restart. */
export interface UpdateAtWork {
  /** The address of its deployment. */
  link: string;
  version: string;
  phase: 'downloading' | 'installing' | 'restarting';
  outcome: UpdateOutcome;
  /** Base64 of the bytes downloaded so far. */
  received: string;
  /** The wall clock time at which this phase ends. */
  untilMs: number;
}

/** The oven's memory, which survives a restart; a file has these names, so they stay as they are. */
export interface Remembered {
  plate: Plate;
  /** Created at the control interface, so no fleet file names it. */
  added: boolean;
  privateKey: string | null;
  credentials: Credentials | null;
  boot: number;
  counter: number;
  session: number;
  holding: Holding;
  queue: Report[];
  /** How many reports the server has named in `stored`. */
  stored: Record<Report['topic'], number>;
  settings: Setting[];
  /** Answers already given, by command. */
  answers: [commandId: string, entry: Report['entry']][];
  work: Work | null;
  /** The software that it runs now; the plate has the one at delivery. */
  softwareVersion: string;
  update: UpdateAtWork | null;
  /** The wall clock time that corresponds to `work.nowAt`. */
  workWallAt: number;
  /** Its baker has changed a program, as its plate says. */
  hasChanged?: boolean;
  /** The error of its clock, added to every instant that it reports. */
  clockOffMs?: number;
}

export interface Store {
  load: (serialNumber: string) => Promise<Remembered | null>;
  save: (remembered: Remembered) => Promise<void>;
  /** Ovens that were added at the control interface, except for these serial numbers. */
  added: (except: readonly string[]) => Promise<Plate[]>;
}

/** Fields that files of older simulators name otherwise, with their present names. */
const formerNames = new Map([
  ['wanted', 'desired'],
  ['workedOff', 'processedVersion'],
  ['recipe', 'program'],
  ['dark', 'isUnpowered'],
  ['luck', 'outcome'],
]);

function withPresentNames(file: Remembered): Remembered {
  const { holding, work, update } = file;
  return { ...file, holding: renamed(holding), work: renamed(work), update: renamed(update) };
}

function renamed<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return text === undefined
    ? value
    : JSON.parse(text, (_name, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).map(([name, one]) => [formerNames.get(name) ?? name, one]))
          : inner,
      );
}

export function openStore(folder: string): Store {
  const nameOf = (serialNumber: string) =>
    `${serialNumber.replace(/[^\w-]/gu, (char) => `%${char.codePointAt(0)?.toString(16)}`)}.json`;
  const pathOf = (serialNumber: string) => join(folder, nameOf(serialNumber));
  const read = async (path: string): Promise<Remembered | null> => {
    try {
      return withPresentNames(JSON.parse(await readFile(path, 'utf8')) as Remembered);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new Error(`The memory ${path} cannot be read: ${(error as Error).message}`);
    }
  };
  return {
    load: (serialNumber) => read(pathOf(serialNumber)),
    save: async (remembered) => {
      const path = pathOf(remembered.plate.serialNumber);
      // Written to a temporary file and renamed, so that a crash leaves the old file. It holds a private key, so only
      // its owner may read it.
      await writeFile(`${path}.new`, JSON.stringify(remembered), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    added: async (except) => {
      const known = new Set(except.map(nameOf));
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !known.has(name));
      const plates: Plate[] = [];
      // One after the other, because thousands of open files at once are more than a process may have.
      for (const name of names) {
        const one = await read(join(folder, name));
        if (one?.added) plates.push(one.plate);
      }
      return plates;
    },
  };
}
