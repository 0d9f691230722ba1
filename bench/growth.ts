import { withClient } from '../server/src/db/withClient.ts';
import { call } from './load.ts';

export const text = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
export const times = (ours: number, other: number) => `${(ours / other).toFixed(2)}x`;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The median of calls made one after the other, in milliseconds. */
export async function medianOf(port: number, token: string, path: string, calls = 150): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < calls + 20; index += 1) {
    const start = performance.now();
    const status = await call(port, { method: 'GET', path, token });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    // The first calls fill caches and plans, and are not measured.
    if (index >= 20) took.push(performance.now() - start);
  }
  return median(took);
}

/** Waits until PostgreSQL has vacuumed after a large load, so that vacuuming does not disturb the measurement. */
export async function untilQuiet(url: string): Promise<void> {
  await withClient(url, async (owner) => {
    await owner.query('checkpoint');
    for (;;) {
      const { rowCount } = await owner.query(`select 1 from pg_stat_activity where backend_type = 'autovacuum worker'`);
      if (rowCount === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  });
}
