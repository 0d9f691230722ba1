import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { expireWithout } from './useRemoveMany.ts';

test('TAG-01 STR-06 what is removed is not asked for again while its page is left; lists are', async () => {
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
  expireWithout(queryClient, ['tags', 'history', 'programs'], ['7f3']);
  await vi.waitFor(() =>
    expect(asked).toEqual([JSON.stringify(['tags', 'getList', {}]), JSON.stringify(['programs', 'getList', {}])]),
  );
  expect(queryClient.getQueryState(['tags', 'getOne', { id: '7f3' }])?.isInvalidated).toBe(true);
});
