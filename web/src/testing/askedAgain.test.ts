import { HttpError } from 'ra-core';
import { expect, it } from 'vitest';
import { newQueryClient } from '../data/index.ts';
import { settingsReading } from '../machines/settings/settingsQueries.ts';
import { rolloutReading } from '../rollouts/index.ts';

/**
 * After how many milliseconds it is asked for again when the server has answered with this status; `false` for never.
 */
async function askedAgainAfter(
  { queryKey, refetchInterval }: ReturnType<typeof settingsReading> | ReturnType<typeof rolloutReading>,
  status: number,
) {
  const client = newQueryClient();
  const queryFn = () => Promise.reject(new HttpError('custom.errors.unexpected', status, {}));
  await client.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined);
  const query = client.getQueryCache().find({ queryKey });
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}

it.each([
  ['MAC-07 the settings of a machine', settingsReading('1')],
  ['SWU-04 a rollout', rolloutReading('1')],
])('%s: a read is not retried after 404, but is retried when only the server failed', async (_, query) => {
  expect(await askedAgainAfter(query, 404)).toBe(false);
  expect(await askedAgainAfter(query, 503)).toBeGreaterThan(0);
});
