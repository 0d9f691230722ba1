import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { problemOf } from './api.ts';
import { useTranslatedError } from './useTranslatedError.ts';

interface RemoveMany {
  resource: string;
  /** What else shows some of them and has to be asked for again. */
  staleKeys: readonly string[];
  remove: (id: string) => Promise<unknown>;
  done: (count: number) => string;
  /** With those that stay. */
  onSettled: (left: string[]) => void;
}

/** Deletes several, one after the other; what is gone already counts as done, what stays is said with its reason. */
export function useRemoveMany({ resource, staleKeys, remove, done, onSettled }: RemoveMany) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  async function run(ids: readonly string[]) {
    setPending(true);
    const failures: { id: string; reason: string }[] = [];
    for (const id of ids) {
      await remove(id).catch((error: unknown) => {
        if (problemOf(error)?.status !== 404) failures.push({ id, reason: errorText(error) });
      });
    }
    setPending(false);
    onSettled(failures.map(({ id }) => id));
    const removed = ids.filter((id) => failures.every((failed) => failed.id !== id));
    expireWithout(queryClient, [resource, ...staleKeys], removed);
    const [first] = failures;
    if (first) notify(first.reason, { type: 'warning' });
    if (failures.length < ids.length) notify(done(ids.length - failures.length), { type: 'success' });
  }
  return { run: (ids: readonly string[]) => void run(ids), isPending };
}

/**
 * Asks again for what shows some of these resources, but for what is of the removed ones alone: their page is still
 * there while it is left.
 */
export function expireWithout(
  queryClient: QueryClient,
  resources: readonly string[],
  removed: readonly string[],
): void {
  const isOfRemoved = (key: QueryKey) => removed.some((id) => JSON.stringify(key).includes(id));
  for (const resource of resources) {
    void queryClient.invalidateQueries({ queryKey: [resource], predicate: ({ queryKey }) => !isOfRemoved(queryKey) });
    void queryClient.invalidateQueries({ queryKey: [resource], refetchType: 'none' });
  }
}
