import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { eventually } from '../../testing/oven.ts';
import { watchPulse } from './pulse.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('SEC-07 a database is not reported as silent when the server was too busy to read its answer', async () => {
  const { query } = pg.Client.prototype;
  const patienceMilliseconds = 1000;
  let asked = 0;
  // Sends a query, and blocks the event loop longer than the time limit of the answer.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, text: string) {
    const answer = Reflect.apply(query, this, [text]);
    for (const until = Date.now() + patienceMilliseconds * 1.5; Date.now() < until; );
    asked += 1;
    return answer as never;
  });
  const said: string[] = [];
  const pulse = watchPulse(
    // On a Citus, the tests' template takes no connections.
    inject('citusUrl') || inject('clusterUrl'),
    { onAway: () => said.push('away'), onBack: () => said.push('back') },
    patienceMilliseconds,
  );
  await eventually(() => asked === 2);
  await turn();
  expect([pulse.isAway(), said]).toEqual([false, []]);
  await pulse.close();
});
