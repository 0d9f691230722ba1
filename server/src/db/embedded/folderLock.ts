import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../../config.ts';

/** Keeps a second Fournil off the same data folder. A lock whose process is gone (kill -9) is taken over. */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new StartRefused(`The data folder ${dataDir} cannot be made: ${error.message}.`);
  });
  const file = join(dataDir, 'in-use-by');
  for (let tries = 0; tries < 2; tries += 1) {
    const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartRefused(`The data folder ${dataDir} cannot be written: ${error.message}.`);
      return null;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (holder && holder !== process.pid && isAlive(holder)) {
      throw new StartRefused(`The data folder ${dataDir} is in use by another Fournil (process ${holder}): stop it, or set DATA_DIR.`);
    }
    await rm(file, { force: true });
  }
  throw new StartRefused(`The data folder ${dataDir} could not be locked.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
