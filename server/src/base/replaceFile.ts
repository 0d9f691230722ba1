import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Milliseconds. No file is written for so long. */
const abandonedAfter = 3_600_000;

/**
 * Writes a file beside the former one and puts it in its place, so that nobody reads half of it. `mode` is kept
 * whatever the umask of the process. Rejects with the error of the file system, and leaves the former file. A
 * process that is killed leaves what it has written: see `removeAbandoned`.
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const next = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(next, content, { mode });
    await chmod(next, mode);
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Deletes what killed processes have left of this file, which may hold a secret. */
export async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.part')) continue;
    const left = join(folder, name);
    // Another process may just be writing the same file, and moves or deletes its own.
    const known = await stat(left).catch(() => null);
    if (known && Date.now() - known.mtimeMs > abandonedAfter) await rm(left, { force: true });
  }
}
