import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { serverFlags } from '../../../../scripts/serverProcess.mjs';

/** Fills its heap, releases it, is then idle, and ends when less than half of that memory is left. */
const burst = `
  import { returnMemoryWhenQuiet } from '${new URL('quietMemory.ts', import.meta.url).href}';
  const before = process.memoryUsage.rss();
  returnMemoryWhenQuiet({ lookMilliseconds: 50, quietAfterMilliseconds: 200 });
  let held = Array.from({ length: 2_000_000 }, (_, number) => ({ number, text: 'row ' + number }));
  const full = process.memoryUsage.rss();
  held = null;
  setInterval(() => {
    if (process.memoryUsage.rss() - before < (full - before) / 2) process.exit(0);
  }, 100);
`;

it('SEC-06 memory that load has allocated is returned to the system when the process is idle', async () => {
  const child = spawn(process.execPath, [...serverFlags, '--input-type=module', '-e', burst], { stdio: 'inherit' });
  try {
    expect((await once(child, 'exit'))[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
