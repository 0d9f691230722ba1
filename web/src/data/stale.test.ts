import type { Change } from '@fournil/contract/live/change';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expire, openAsking, staleAfter } from './stale.ts';

const said: Change = { resource: 'machines', op: 'update', id: 'a', item: { connection: null } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client with a shown query under each of these keys, and how often each was read. */
async function showing(...keys: unknown[][]) {
  const queryClient = new QueryClient();
  const asked = new Map<string, number>();
  for (const queryKey of keys) {
    const name = JSON.stringify(queryKey);
    const queryFn = () => asked.set(name, (asked.get(name) ?? 0) + 1);
    new QueryObserver(queryClient, { queryKey, queryFn, structuralSharing: false }).subscribe(() => undefined);
  }
  await vi.advanceTimersByTimeAsync(0);
  return { ask: openAsking(queryClient), times: (key: unknown[]) => asked.get(JSON.stringify(key)) };
}

test('HOM-03 MAC-01 many machine messages cause one new read of the counts on the home page and beside the list', async () => {
  const { ask, times } = await showing(['home'], ['machineCounts', {}]);
  for (let message = 0; message < 40; message++) ask(staleAfter(said, true));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(times(['home'])).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([times(['home']), times(['machineCounts', {}])]).toEqual([2, 2]);
});

test('HOM-03 PRG-03 a program that a machine refuses is counted on the home page after ten seconds', async () => {
  const { ask, times } = await showing(['home']);
  ask(staleAfter({ resource: 'programMachines', op: 'update', id: 'i' }, false));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times(['home'])).toBe(2);
});

test('HOM-03 a change made by a person is in the counts of the home page after a second', async () => {
  const { ask, times } = await showing(['home'], ['programs', 'getOne', {}]);
  ask(staleAfter({ resource: 'programs', op: 'update', id: 'p' }, false));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([times(['home']), times(['programs', 'getOne', {}])]).toEqual([2, 2]);
});

test('MAC-01 a list filtered by connection drops a machine that disconnects; a list by name is updated without a new read', async () => {
  const connected = ['machines', 'getList', { filter: { connected: true } }];
  const byName = ['machines', 'getList', { filter: { q: 'four' } }];
  const { ask, times } = await showing(connected, byName);
  ask(staleAfter(said, true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([times(connected), times(byName)]).toEqual([2, 1]);
});

test('the log of one machine is not read again when another machine reports', async () => {
  const one = ['machineParts', 'a', 'errors'];
  const other = ['machineParts', 'b', 'errors'];
  const { ask, times } = await showing(one, other);
  ask(staleAfter(said, true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([times(one), times(other)]).toEqual([2, 1]);
});

test('TAG-01 STR-06 a deleted record is not read again while its page is being left, but lists are', async () => {
  const queryClient = new QueryClient();
  const asked: string[] = [];
  const show = (queryKey: unknown[]) =>
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => asked.push(JSON.stringify(queryKey)),
      structuralSharing: false,
    }).subscribe(() => undefined);
  for (const key of [
    ['tags', 'getOne', { id: '7f3' }],
    ['history', '/history/tag/7f3/full'],
    ['tags', 'getList', {}],
    ['programs', 'getList', {}],
  ])
    show(key);
  await queryClient.refetchQueries();
  asked.length = 0;
  expire(queryClient, 'tags', { removed: ['7f3'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([JSON.stringify(['tags', 'getList', {}]), JSON.stringify(['programs', 'getList', {}])]);
  expect(queryClient.getQueryState(['tags', 'getOne', { id: '7f3' }])?.isInvalidated).toBe(true);
});
