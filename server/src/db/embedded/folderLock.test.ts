import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolder } from './folderLock.ts';

it.skipIf(process.platform !== 'linux')(
  'SEC-07 a lock is taken over when its process number belongs to another program since a restart of the computer',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fournil-lock-'));
    const file = join(folder, 'in-use-by');
    // The process that runs the tests: alive, and another than this one.
    const other = process.ppid;
    await writeFile(file, `${other} another-start-of-the-machine:4711`);
    const unlock = await lockFolder(folder);
    expect((await readFile(file, 'utf8')).split(' ')[0]).toBe(String(process.pid));
    await unlock();
    const stat = await readFile(`/proc/${other}/stat`, 'utf8');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    await writeFile(file, `${other} ${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`);
    await expect(lockFolder(folder)).rejects.toThrow(`is in use by another Fournil (process ${other})`);
    await rm(folder, { recursive: true, force: true });
  },
);
