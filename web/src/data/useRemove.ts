import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import type { Query } from './address.ts';
import { isGone } from './api.ts';
import { useTranslatedError } from './errorTexts.ts';
import { changedBy, expire } from './stale.ts';

interface Remove {
  resource: string;
  /** The query of each deletion. */
  query?: Query;
  done?: (count: number) => string;
  /** Called with the ids that were not deleted. */
  onSettled: (left: string[]) => void;
}

/**
 * Deletes records one after the other; a record that no longer exists counts as deleted; reasons of refusals are shown.
 */
export function useRemove({ resource, query = {}, done, onSettled }: Remove) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const [isPending, setPending] = useState(false);
  async function run(ids: readonly string[]) {
    setPending(true);
    const failures: { id: string; reason: string }[] = [];
    for (const id of ids) {
      await dataProvider.delete(resource, { id, meta: { query } }).catch((error: unknown) => {
        if (!isGone(error)) failures.push({ id, reason: errorText(error) });
      });
    }
    setPending(false);
    onSettled(failures.map(({ id }) => id));
    const removed = ids.filter((id) => failures.every((failed) => failed.id !== id));
    void expire(queryClient, changedBy(resource), { removed });
    const [first] = failures;
    if (first) notify(first.reason, { type: 'warning' });
    if (done && failures.length < ids.length) notify(done(ids.length - failures.length), { type: 'success' });
  }
  return { run: (ids: readonly string[]) => void run(ids), isPending };
}
