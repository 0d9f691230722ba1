import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFindings } from '../findings.ts';
import type { Call } from '../recordingProxy.ts';
import type { Stage } from '../stage.ts';
import type { Heard } from '../wire.ts';
import { tryMove } from './moving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is said of a machine that makes these calls and is heard with these messages after the move. */
async function said(calls: Partial<Call>[], heard: Partial<Heard>[], move = true) {
  const findings = openFindings(() => undefined);
  const at = () => performance.now() + 1;
  const stage = {
    ...{ options: { move }, findings, say: () => undefined, move: async () => undefined },
    proxy: { calls: () => calls.map((one) => ({ at: at(), ...one })) },
    wire: { heardSoFar: () => heard.map((one) => ({ at: at(), ...one })) },
  } as unknown as Stage;
  const tried = tryMove(stage);
  await vi.advanceTimersByTimeAsync(800_000);
  return { goesOn: await tried, found: findings.all().map(({ outcome, words }) => [outcome, words]) };
}

it('MKR-03 tells a machine that does not follow its broker what to mend', async () => {
  const refused = { status: 403, answer: '{"detail":"Not told."}' };
  const told = { status: 200, answer: '{}' };
  expect(await said([], [])).toEqual({
    goesOn: false,
    found: [['mend', expect.stringMatching(/^it could not connect for 11 minutes .* after 5 to 10 minutes ask/)]],
  });
  expect(await said([refused], [])).toEqual({
    goesOn: false,
    found: [['mend', 'its call was answered 403: Not told.']],
  });
  expect(await said([told], [])).toEqual({
    goesOn: false,
    found: [['mend', expect.stringMatching(/^it was told the address of the broker and did not connect there/)]],
  });
  expect(await said([refused, told], [{ name: 'birth' }])).toMatchObject({ goesOn: true, found: [['passed', {}]] });
  expect(await said([], [], false)).toMatchObject({ goesOn: true, found: [['notTried', {}]] });
});
