import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Holding } from './memory.ts';
import type { Credentials } from './pairing.ts';
import type { Report } from './queue.ts';
import type { Setting } from './settings.ts';
import type { UpdateAtWork } from './updates.ts';
import type { Work } from './work.ts';

/** What is written on an oven's plate. */
export interface Plate {
  serialNumber: string;
  pin: string;
  model: string;
  timezone: string;
  softwareVersion: string;
}

/** All that an oven remembers over a restart. */
export interface Remembered {
  plate: Plate;
  /** Started at the control door, so no fleet file names it. */
  added: boolean;
  privateKey: string | null;
  credentials: Credentials | null;
  boot: number;
  counter: number;
  session: number;
  holding: Holding;
  queue: Report[];
  settings: Setting[];
  /** Answers given, by command. */
  answers: [commandId: string, entry: Report['entry']][];
  work: Work | null;
  /** What runs on it now; the plate says what it came with. */
  softwareVersion: string;
  update: UpdateAtWork | null;
  /** The wall clock when `work` was at its `nowAt`. */
  workWallAt: number;
  /** How far its clock is off: it goes into every instant that it says. */
  clockOffMs?: number;
}

export interface Store {
  load: (serialNumber: string) => Promise<Remembered | null>;
  save: (remembered: Remembered) => Promise<void>;
  /** Ovens that were added at the control door. */
  added: () => Promise<Plate[]>;
}

export function openStore(folder: string): Store {
  const pathOf = (serialNumber: string) =>
    join(folder, `${serialNumber.replace(/[^\w-]/gu, (char) => `%${char.codePointAt(0)?.toString(16)}`)}.json`);
  const read = async (path: string): Promise<Remembered | null> => {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Remembered;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new Error(`The memory ${path} cannot be read: ${(error as Error).message}`);
    }
  };
  return {
    load: (serialNumber) => read(pathOf(serialNumber)),
    save: async (remembered) => {
      const path = pathOf(remembered.plate.serialNumber);
      // Whole or not at all: a crash in the middle leaves the old file. It holds a private key, so nobody else may read
      // it.
      await writeFile(`${path}.new`, JSON.stringify(remembered), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    added: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const all = await Promise.all(names.map((name) => read(join(folder, name))));
      return all.flatMap((one) => (one?.added ? [one.plate] : []));
    },
  };
}
