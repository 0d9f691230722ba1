import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file beside the former one and puts it in its place, so that nobody reads half of it. `mode` is kept
 * whatever the umask of the process. Rejects with the error of the file system, and leaves the former file.
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
