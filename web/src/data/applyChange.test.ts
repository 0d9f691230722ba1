import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyChange } from './applyChange.ts';

describe('a live event', () => {
  it('updates the row in every cached list and in the open record, and nothing else', () => {
    const queryClient = new QueryClient();
    const list = { data: [{ id: 'a', name: 'A', openErrorCount: 0 }, { id: 'b' }], total: 2 };
    queryClient.setQueryData(['machines', 'getList', { page: 1 }], list);
    queryClient.setQueryData(['machines', 'getOne', { id: 'a' }], { id: 'a', name: 'A', openErrorCount: 0 });
    queryClient.setQueryData(['machines', 'getOne', { id: 'b' }], { id: 'b' });

    expect(applyChange(queryClient, { resource: 'machines', op: 'update', id: 'a', item: { openErrorCount: 1 } })).toBe(
      true,
    );

    expect(queryClient.getQueryData(['machines', 'getList', { page: 1 }])).toEqual({
      data: [{ id: 'a', name: 'A', openErrorCount: 1 }, { id: 'b' }],
      total: 2,
    });
    expect(queryClient.getQueryData(['machines', 'getOne', { id: 'a' }])).toEqual({
      id: 'a',
      name: 'A',
      openErrorCount: 1,
    });
    expect(queryClient.getQueryData(['machines', 'getOne', { id: 'b' }])).toEqual({ id: 'b' });
  });

  it('leaves lists without the row untouched, so that nothing is rendered again', () => {
    const queryClient = new QueryClient();
    const list = { data: [{ id: 'b' }], total: 1 };
    queryClient.setQueryData(['machines', 'getList', {}], list);
    applyChange(queryClient, { resource: 'machines', op: 'update', id: 'a', item: {} });
    expect(queryClient.getQueryData(['machines', 'getList', {}])).toBe(list);
  });

  it('MAC-01 leaves a list that was marked as stale, or was read long ago, as stale as it was', () => {
    const queryClient = new QueryClient();
    const key = ['machines', 'getList', { page: 1 }];
    queryClient.setQueryData(key, { data: [{ id: 'a' }], total: 1 }, { updatedAt: 1000 });
    void queryClient.invalidateQueries({ queryKey: key });
    applyChange(queryClient, { resource: 'machines', op: 'update', id: 'a', item: { openErrorCount: 1 } });
    expect(queryClient.getQueryState(key)).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1000 });
    expect(queryClient.getQueryData(key)).toEqual({ data: [{ id: 'a', openErrorCount: 1 }], total: 1 });
  });

  it('causes a new request for what it cannot update itself', () => {
    const queryClient = new QueryClient();
    expect(applyChange(queryClient, { resource: 'machines', op: 'delete', id: 'a' })).toBe(false);
    expect(applyChange(queryClient, { resource: 'tags', op: 'update', id: 'a' })).toBe(false);
  });
});
