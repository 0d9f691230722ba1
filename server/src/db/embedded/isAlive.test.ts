import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually } from '../../testing/oven.ts';
import { isAlive } from './isAlive.ts';

it.runIf(process.platform === 'linux')(
  'SEC-07 a process that has ended counts as ended, also when its parent has not collected it',
  async () => {
    // The shell is replaced by a program that never collects the child process that it has started.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [said] = await once(parent.stdout, 'data');
      const pid = Number(String(said));
      // The shell itself would collect it.
      await eventually(async () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      process.kill(pid, 'SIGKILL');
      await eventually(async () => !isAlive(pid));
      // The process number still exists.
      expect(process.kill(pid, 0)).toBe(true);
      expect(isAlive(Number(parent.pid))).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
