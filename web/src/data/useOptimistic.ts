import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError } from 'ra-core';
import { type Outcome, useOutcome } from './act.ts';
import type { WriteMeta } from './client.ts';
import type { Reading } from './reading.ts';
import { patchRecord } from './records.ts';
import { type Changed, expire } from './stale.ts';

interface Optimistic<Shown, Update> extends Outcome<Shown, Update> {
  changes: Changed;
  /** The cached data that is changed at once: a record in lists and on its page, or the answer of a reading. */
  shown: { resource: string; record: Shown & { id: string } } | Reading<Shown>;
  send: (update: Update) => Promise<Shown>;
}

/**
 * For controls whose change is shown at once. When the server refuses it, or does not answer, the previous value is
 * restored and the reason shown (MAC-05, GEN-11). Not ra-core's optimistic mode, which restores whole lists, reverting
 * what live events have changed in them since, and reads them again between two clicks on one switch.
 */
export function useOptimistic<Shown extends object, Update extends object>({
  changes,
  shown,
  send,
  ...outcome
}: Optimistic<Shown, Update>) {
  const queryClient = useQueryClient();
  const { onSuccess, onError } = useOutcome<Shown, Update>(outcome);
  const mutationKey = [changes, 'switch', 'record' in shown ? shown.record.id : shown.queryKey.join('/')];
  const now = () => ('record' in shown ? shown.record : queryClient.getQueryData<Shown>(shown.queryKey));
  const show = (part: object) =>
    'record' in shown
      ? patchRecord(queryClient, shown.resource, shown.record.id, part)
      : queryClient.setQueryData<Shown>(
          shown.queryKey,
          ((known: Shown | undefined) => known && { ...known, ...part }) as never,
        );
  return useMutation({
    mutationKey,
    meta: {
      showIn: (read, update) => {
        if ('record' in shown ? read[0] === shown.resource : isSameKey(read, shown.queryKey)) show(update as Update);
      },
    } satisfies WriteMeta,
    // One after the other, so that two clicks on one switch reach the server in their order.
    scope: { id: mutationKey.join('.') },
    mutationFn: send,
    onMutate: (update: Update) => {
      // Stored now, because when the refusal arrives the cache contains the new value.
      const before = partOf(now(), update);
      show(update);
      return before;
    },
    onError: (error, _update, before) => {
      if (before) show(before);
      onError(error);
      // Another person may have changed it meanwhile.
      if (error instanceof HttpError && error.status > 0) void expire(queryClient, changes);
    },
    onSuccess: (saved, update) => {
      // Otherwise the answer to the first of two changes would briefly revert the second.
      if (queryClient.isMutating({ mutationKey }) === 1) show(saved);
      onSuccess(saved, update);
    },
  });
}

interface OptimisticList<Shown, Sent> {
  changes: Changed;
  shown: Reading<Shown>;
  /** The list as it is shown at once. */
  next: (known: Shown, sent: Sent) => Shown;
  send: (sent: Sent) => Promise<unknown>;
  onRefused?: () => void;
}

/** The same for changes of several rows, such as moving one. Several in a row reach the server in their order. */
export function useOptimisticList<Shown, Sent>({
  changes,
  shown: { queryKey },
  next,
  send,
  onRefused,
}: OptimisticList<Shown, Sent>) {
  const queryClient = useQueryClient();
  const { onError } = useOutcome<unknown, Sent>(onRefused ? { onRefused } : {});
  const mutationKey = [changes, 'list', ...queryKey];
  const show = (sent: Sent) =>
    queryClient.setQueryData<Shown>(queryKey, ((known: Shown | undefined) => known && next(known, sent)) as never);
  interface Variables {
    sent: Sent;
    before: Shown | undefined;
  }
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    meta: {
      showIn: (read, variables) => {
        if (isSameKey(read, queryKey)) show((variables as Variables).sent);
      },
    } satisfies WriteMeta,
    mutationFn: ({ sent }: Variables) => send(sent),
    onError: (error, { before }) => {
      queryClient.setQueryData(queryKey, before as never);
      onError(error);
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (sent: Sent): Shown | undefined => {
    const before = queryClient.getQueryData<Shown>(queryKey);
    show(sent);
    mutate({ sent, before });
    return before;
  };
}

const isSameKey = (one: QueryKey, other: QueryKey) => hashKey(one) === hashKey(other);

function partOf<Shown extends object>(shown: Shown | undefined, update: object): Partial<Shown> | undefined {
  return (
    shown && (Object.fromEntries(Object.keys(update).map((key) => [key, shown[key as keyof Shown]])) as Partial<Shown>)
  );
}
