import { afterEach, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { serverNow, watchServerClock } from './serverClock.ts';

const realNow = Date.parse('2026-11-27T10:00:00.400Z');
const hour = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Calls the server, whose clock is right, with a browser whose clock is wrong by `error` milliseconds. */
async function callWith(error: number, { milliseconds = 80, date = true } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: realNow + error });
  vi.stubGlobal('fetch', async () => {
    vi.setSystemTime(realNow + error + milliseconds);
    return new Response('{}', { headers: date ? { Date: new Date(realNow + milliseconds / 2).toUTCString() } : {} });
  });
  await call('/machines');
}
/** Milliseconds between the page's time and the server's, after a call of 80 ms. */
const wrongBy = () => Math.abs(serverNow() - (realNow + 80));

it('LNK-04 the page takes the time from the server when the browser’s clock is wrong, in either direction', async () => {
  for (const error of [hour, -hour, 5 * 60_000]) {
    await callWith(error);
    expect(wrongBy()).toBeLessThan(2000);
  }
});

it('what shows a time is told when the clock is set, and only then', async () => {
  await callWith(0);
  const told = vi.fn();
  watchServerClock(told);
  await callWith(hour);
  expect(told).toHaveBeenCalledTimes(1);
  await callWith(hour);
  await callWith(hour, { date: false });
  expect(told).toHaveBeenCalledTimes(1);
});

it('a clock that is a second wrong is left, and a slow answer does not undo what a fast one has told', async () => {
  await callWith(0);
  await callWith(900);
  expect(serverNow()).toBe(Date.now());
  await callWith(hour);
  await callWith(hour, { milliseconds: 2 * hour });
  expect(serverNow() - Date.now()).toBeLessThan(-hour + 3000);
});
