import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { FastifyBaseLogger } from 'fastify';
import { repeat } from '../kit/process/repeat.ts';
import type { KeptNames, Storage } from '../kit/storage.ts';

/** A row is written directly after its file, so a file without a row after this time will never have one. */
const youngMilliseconds = 60_000;

/** Deletes the files of one folder that no row names. Returns their number. */
export async function sweepFolder(storage: Storage, folder: string, keptNames: KeptNames): Promise<number> {
  let swept = 0;
  for await (const page of storage.list(folder)) {
    const old = page
      .filter(({ changedAt }) => Date.now() - changedAt.getTime() > youngMilliseconds)
      .map(({ name }) => name);
    if (old.length === 0) continue;
    const known = await keptNames(old);
    for (const name of old.filter((one) => !known.has(one))) {
      await storage.delete(name);
      swept += 1;
    }
  }
  return swept;
}

/**
 * Sweeps now, again when files left by a crash just before the start are old enough, and every hour; `close` ends it.
 */
export function sweepRegularly(
  storage: Storage,
  log: FastifyBaseLogger,
  keepers: Record<string, KeptNames>,
): { close(): Promise<void> } {
  const sweep = async () => {
    for (const [folder, kept] of Object.entries(keepers)) {
      const swept = await sweepFolder(storage, folder, kept).catch((error) =>
        log.error({ err: error, folder }, 'sweep'),
      );
      if (swept) log.info({ folder, swept }, 'files without a row were deleted');
    }
  };
  const turns = repeat(sweep, hourMilliseconds, (error) => log.error({ err: error }, 'sweep'), {
    soonMilliseconds: youngMilliseconds + 1000,
  });
  turns.now();
  return turns;
}
