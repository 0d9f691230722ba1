import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('SEC-07 an error that repeats is logged every ten seconds with the number of its occurrences', () => {
  const lines: Record<string, unknown>[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  for (let index = 0; index < 500; index += 1)
    log.error({ err: new Error('no room'), machine: index }, 'report not stored');
  log.error({ err: new Error('something else') }, 'report not stored');
  log.error({ event: 'without an error' }, 'said each time');
  log.error({ event: 'without an error' }, 'said each time');
  expect(lines.map(({ msg }) => msg)).toEqual([
    'report not stored',
    'report not stored',
    'said each time',
    'said each time',
  ]);
  vi.advanceTimersByTime(11_000);
  log.error({ err: new Error('no room'), machine: 7 }, 'report not stored');
  expect(lines.at(-1)).toMatchObject({ repeated: 499, machine: 7 });
});
