import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../../base/config.ts';
import { makeFolder } from '../../base/makeFolder.ts';
import { isAlive } from './isAlive.ts';

/**
 * Prevents a second Fournil server on the same data folder. A lock whose process has ended (kill -9, a restart of the
 * computer) is taken over, also when another program has its process number now: the file contains the start time of
 * the process, where the system reports it.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  await makeFolder(dataDir).catch((error: Error) => {
    throw new StartRefused(`The data folder ${dataDir} cannot be made: ${error.message}.`);
  });
  const file = join(dataDir, 'in-use-by');
  for (let tries = 0; tries < 2; tries += 1) {
    const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new StartRefused(`The data folder ${dataDir} cannot be written: ${error.message}.`);
      return null;
    });
    if (handle) {
      await handle.writeFile(`${process.pid} ${await beginningOf(process.pid)}`.trim());
      await handle.close();
      return () => rm(file, { force: true });
    }
    const [holder = '', began = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
    if (
      Number(holder) &&
      Number(holder) !== process.pid &&
      isAlive(Number(holder)) &&
      (await beginningOf(Number(holder))) === began
    ) {
      throw new StartRefused(
        `The data folder ${dataDir} is in use by another Fournil (process ${holder}): stop it, or set DATA_DIR.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new StartRefused(`The data folder ${dataDir} could not be locked.`);
}

/** The boot id and the start time after boot, in Linux' units; empty on other systems. */
async function beginningOf(pid: number): Promise<string> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the 22nd field, counted here after the name, which may contain any characters.
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}
