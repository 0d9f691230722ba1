import type { Storage } from './storage.ts';

/** Those of the names that a row keeps. */
export type KeptNames = (names: string[]) => Promise<ReadonlySet<string>>;

/** Whoever stores puts the row right after the file: after this time there will be none. */
const youngMilliseconds = 60_000;

/** R03: deletes the files of one folder that no row names. How many there were. */
export async function sweepFolder(storage: Storage, folder: string, kept: KeptNames): Promise<number> {
  let swept = 0;
  for await (const page of storage.list(folder)) {
    const old = page.filter(({ changedAt }) => Date.now() - changedAt.getTime() > youngMilliseconds).map(({ name }) => name);
    if (old.length === 0) continue;
    const known = await kept(old);
    for (const name of old.filter((one) => !known.has(one))) {
      await storage.delete(name);
      swept += 1;
    }
  }
  return swept;
}
