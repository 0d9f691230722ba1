import { call } from './load.ts';

/** Median and slowest twentieth of calls made one after the other, in milliseconds. */
export async function medianOf(port: number, token: string, path: string, calls = 150): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < calls + 20; index += 1) {
    const start = performance.now();
    const status = await call(port, { method: 'GET', path, token });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    // The first ones warm plans and caches.
    if (index >= 20) took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length / 2)] ?? Number.NaN;
}
