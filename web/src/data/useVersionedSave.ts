import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useUpdate } from 'ra-core';
import { useState } from 'react';
import { type Outcome, useOutcome, violationsOf } from './act.ts';
import { problemOf } from './api.ts';
import { keepRecord, recordParams } from './records.ts';

const changedMeanwhile = 412;

/**
 * Saves a record unless someone else has changed it since it was read (API-06); then `conflict` is the present record.
 */
export function useVersionedSave<View extends { id: string }>(resource: string, id: string, outcome: Outcome<View>) {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const [conflict, setConflict] = useState<View | null>(null);
  const { onSuccess, onError } = useOutcome<View, void>(outcome);
  const [update, { isPending, error }] = useUpdate(resource, recordParams(resource, id), {
    onSuccess(saved: View) {
      setConflict(null);
      keepRecord(queryClient, resource, saved);
      onSuccess(saved);
    },
    async onError(refusal: unknown) {
      if (problemOf(refusal)?.status !== changedMeanwhile) return onError(refusal);
      try {
        const { data: theirs } = await dataProvider.getOne<View>(resource, { id });
        keepRecord(queryClient, resource, theirs);
        setConflict(theirs);
      } catch (gone) {
        onError(gone);
      }
    },
  });
  return {
    /** Saves over the version that was read. */
    save: (data: object, version: number) => void update(undefined, { data, previousData: { id, version } as never }),
    isPending,
    violations: violationsOf(error),
    conflict,
    forget: () => setConflict(null),
  };
}
