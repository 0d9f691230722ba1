import { randomUUID } from 'node:crypto';
import { call, json } from './load.ts';

/** Seconds for the same change of these machines: one bulk run, against one PUT each, one after the other. */
export async function compareBulk(
  port: number,
  token: string,
  ids: readonly string[],
): Promise<{ bulkSeconds: number; singleSeconds: number }> {
  const runBulk = async (verb: string) => {
    const start = performance.now();
    const id = randomUUID();
    await json(port, {
      method: 'POST',
      path: '/api/bulk',
      token,
      body: JSON.stringify({ id, verb, args: {}, selection: { ids } }),
    });
    for (;;) {
      const { state, changed } = await json<{ state: string; changed: number }>(port, {
        method: 'GET',
        path: `/api/bulk/${id}`,
        token,
      });
      if (state === 'done') {
        if (changed !== ids.length) throw new Error(`${changed} of ${ids.length} changed`);
        return (performance.now() - start) / 1000;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await runBulk('machines.deactivate');
  const times = [
    await runBulk('machines.activate'),
    await runBulk('machines.deactivate'),
    await runBulk('machines.activate'),
  ].sort((a, b) => a - b);
  const start = performance.now();
  for (const id of ids) {
    const status = await call(port, { method: 'PUT', path: `/api/machines/${id}`, token, body: '{"active":false}' });
    if (status !== 200) throw new Error(`PUT answered ${status}`);
  }
  return { bulkSeconds: times[1] ?? Number.NaN, singleSeconds: (performance.now() - start) / 1000 };
}
