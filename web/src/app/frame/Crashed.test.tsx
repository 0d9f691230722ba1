// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noNetwork, showPage } from '../../testing/showPage.tsx';
import { Crashed } from './Crashed.tsx';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockClear();
});

const notFetched = new TypeError('Failed to fetch dynamically imported module: /assets/Tags.js');
/** Shows that the code of a page could not be loaded, in a page that was opened `age` milliseconds ago. */
function show(age: number, health: () => unknown) {
  vi.spyOn(performance, 'now').mockReturnValue(age);
  showPage(<Crashed error={notFetched} />, { server: { 'GET /health': health } });
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('GEN-11 a page whose code could not be loaded is loaded again when the server is back', async () => {
  let isDown = true;
  show(1000, () => (isDown ? noNetwork : { status: 'ok' }));
  await pass(12_000);
  expect(
    screen.getByText('The server still cannot be reached. The page continues by itself when it answers.'),
  ).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  isDown = false;
  await pass(6000);
  expect(reload).toHaveBeenCalled();
});

it('GEN-11 code that is missing from a server that answers is loaded again at once, but not in a loop', async () => {
  show(1000, () => ({ status: 'ok' }));
  await pass(12_000);
  expect(reload).not.toHaveBeenCalled();
  vi.spyOn(performance, 'now').mockReturnValue(61_000);
  await pass(6000);
  expect(reload).toHaveBeenCalled();
});
