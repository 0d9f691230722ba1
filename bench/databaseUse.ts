import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DatabaseUse {
  cpuSeconds: number;
  /** Shared memory is counted once. */
  memoryMegabytes: number;
}

/** Of the PostgreSQL over this folder so far, with its processes that have ended. */
export function databaseUse(folder: string): DatabaseUse {
  const postmaster = textOf(join(folder, 'postmaster.pid')).split('\n')[0] ?? '';
  const use = { cpuSeconds: 0, memoryMegabytes: 0 };
  for (const path of globSync('/proc/[0-9]*/stat')) {
    const pid = path.split('/')[2];
    const fields = textOf(path).split(') ').at(-1)?.split(' ') ?? [];
    const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])];
    if (pid !== postmaster && fields[1] !== postmaster) continue;
    use.cpuSeconds += (own + (pid === postmaster ? ended : 0)) / 100;
    use.memoryMegabytes += Number(/^Pss: +(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1000;
  }
  return use;
}

/** Empty for a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
