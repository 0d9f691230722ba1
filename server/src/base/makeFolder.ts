import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder, and those above it. `mkdir` with `recursive` never returns on a file system that cannot create
 * folders and answers ENOENT, such as /proc (RUN-03). Rejects with mkdir's own error; an existing folder is no error.
 * `mode` applies to the folders that it creates.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const error = await tryToMake(path, mode);
  if (error === null) return;
  const above = dirname(path);
  if (error.code !== 'ENOENT' || above === path) throw error;
  // Where the folder above exists, another process may just have created it; the second attempt decides.
  if (!(await isFolder(above))) await makeFolder(above, mode);
  const again = await tryToMake(path, mode);
  if (again !== null) throw again;
}

async function tryToMake(path: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, { mode });
    return null;
  } catch (error) {
    // Another process may have created it meanwhile; for a disk's root folder some systems answer EPERM or EISDIR.
    return (await isFolder(path)) ? null : (error as NodeJS.ErrnoException);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
