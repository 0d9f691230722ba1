import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf } from '../../server/src/db/embedded/cluster.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const diskMegabytes = 3000;

/** A folder on a file system of its own that can be filled, where this system can mount one; else null. */
export function makeDisk(): { folder: string; isOwn: boolean; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-soak-'));
  chmodSync(folder, 0o755);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return { folder, isOwn: false, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
  return {
    folder,
    isOwn: true,
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the file system; the returned function frees it. */
export function fillDisk(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  const { bsize, bavail } = statfsSync(folder);
  const block = Buffer.alloc(1_000_000);
  for (let left = bsize * bavail; left > 0; left -= block.length) {
    try {
      writeFileSync(ballast, left < block.length ? block.subarray(0, left) : block, { flag: 'a' });
    } catch {
      break;
    }
  }
  return () => rmSync(ballast, { force: true });
}

/** Runs `npm start` with its supervisor. */
export function startProduct(settings: Record<string, string>, say: (line: string) => void): ChildProcess {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n'))
        if (/It is started again|not started again|"level":[56]0/.test(line)) say(`  ${shortened(line)}`);
    });
  return child;
}

interface Running {
  pid: number;
  parent: number;
  line: string;
}

function all(): Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), parent, line: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return [];
    }
  });
}

/** The processes of the product below its supervisor. */
export async function processesOf(product: ChildProcess, dataDir: string) {
  const running = all();
  const server = running.find(({ parent, line }) => parent === product.pid && line.includes('server/src/main.ts'));
  const simulator = running.find(
    ({ parent, line }) => parent === server?.pid && line.includes('simulator/src/main.ts'),
  );
  const cluster = await folderOf(dataDir);
  const postmaster = running.find(({ line }) => line.includes(`-D ${cluster}`));
  const backends = running.filter(({ parent }) => postmaster && parent === postmaster.pid);
  return {
    server: server?.pid,
    simulator: simulator?.pid,
    postmaster: postmaster?.pid,
    backends: backends.map(({ pid }) => pid),
  };
}

/** Resident memory of a process in MB; NaN when it is gone. */
export function memoryMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** A line of the log without its stack trace. */
function shortened(line: string): string {
  try {
    const { msg, event, err, repeated } = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify({ event, msg, error: (err as Error | undefined)?.message, repeated }).slice(0, 200);
  } catch {
    return line.slice(0, 200);
  }
}
