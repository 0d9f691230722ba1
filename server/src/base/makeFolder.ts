import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it. `mkdir` with `recursive` never ends where a file system makes no folders and says
 * ENOENT, as /proc does (RUN-03). Rejects with mkdir's own error; a folder that is there already is none. `mode` is
 * that of what is made.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const error = await tryToMake(path, mode);
  if (error === null) return;
  const above = dirname(path);
  if (error.code !== 'ENOENT' || above === path || (await isFolder(above))) throw error;
  await makeFolder(above, mode);
  const again = await tryToMake(path, mode);
  if (again !== null) throw again;
}

async function tryToMake(path: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, { mode });
    return null;
  } catch (error) {
    // Others may have made it meanwhile; and of a disk's own folder some systems say EPERM or EISDIR.
    return (await isFolder(path)) ? null : (error as NodeJS.ErrnoException);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
