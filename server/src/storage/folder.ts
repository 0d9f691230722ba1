import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { StartRefused } from '../base/config.ts';
import { makeFolder } from '../base/makeFolder.ts';
import type { FoundFile, Storage } from '../kit/storage.ts';
import { checkName } from './checkName.ts';
import { fullOr } from './full.ts';
import { hashing } from './hashing.ts';
import { sourceOf } from './source.ts';

const listedAtOnce = 1000;
/** Files that are arriving are here until they are complete; files left by a crash are deleted. */
const arrivals = 'arriving';
const abandonedAfterMilliseconds = dayMilliseconds;

export async function openFolder(root: string): Promise<Storage> {
  await check(root);
  await forgetAbandoned(join(root, arrivals));
  const at = (name: string) => join(root, checkName(name));
  return {
    where: root,
    put: async (name, content) => {
      const goal = at(name);
      const temporary = join(root, arrivals, randomUUID());
      const { stream, result } = hashing();
      const source = sourceOf(content);
      try {
        const file = await open(temporary, 'wx', 0o640);
        try {
          await pipeline(source, stream, (passed) => file.writeFile(passed));
          await file.sync();
        } finally {
          await file.close();
        }
        await makeFolder(join(goal, '..'));
        await rename(temporary, goal);
        await syncFolder(join(goal, '..'));
      } catch (error) {
        source.destroy();
        await rm(temporary, { force: true });
        throw fullOr(error);
      }
      return result();
    },
    read: async (name, range) => {
      // Symbolic links are not followed, because they could lead out of the folder.
      const file = await open(at(name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(missing);
      return file?.createReadStream(range ?? {}) ?? null;
    },
    stat: (name) => found(at(name)),
    delete: async (name) => {
      await unlink(at(name)).catch(missing);
    },
    list: (folder) => listFolder(join(root, folder), folder),
    close: async () => undefined,
  };
}

async function found(path: string): Promise<FoundFile | null> {
  const entry = await lstat(path).catch(missing);
  return entry?.isFile() ? { sizeBytes: entry.size, changedAt: entry.mtime } : null;
}

async function* listFolder(path: string, folder: string): ReturnType<Storage['list']> {
  const directory = await opendir(path).catch(missing);
  let page: Dirent[] = [];
  const described = async () => {
    const all = await Promise.all(
      page.map(async ({ name }) => ({ name: `${folder}/${name}`, found: await found(join(path, name)) })),
    );
    page = [];
    return all.flatMap(({ name, found: file }) => (file ? [{ name, ...file }] : []));
  };
  for await (const entry of directory ?? []) {
    page.push(entry);
    if (page.length === listedAtOnce) yield await described();
  }
  yield await described();
}

/** Makes the new name durable as well, so that it survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders; its file system makes names durable itself.
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ELOOP') return null;
  throw error;
}

async function check(root: string): Promise<void> {
  try {
    await makeFolder(join(root, arrivals));
    const probe = join(root, arrivals, randomUUID());
    const file = await open(probe, 'wx');
    await file.sync().finally(() => file.close());
    await unlink(probe);
  } catch (error) {
    throw new StartRefused(
      `The storage folder ${root} cannot be written (${(error as NodeJS.ErrnoException).code}): check STORAGE_URL.`,
    );
  }
}

async function forgetAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = await stat(join(folder, name)).catch(missing);
    // Another server may be writing here at this moment.
    if (entry && Date.now() - entry.mtimeMs > abandonedAfterMilliseconds) await rm(join(folder, name), { force: true });
  }
}
