import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useUpdate } from 'ra-core';
import { useRef, useState } from 'react';
import { type Outcome, useOutcome, violationsOf } from './act.ts';
import { isGone, problemOf } from './api.ts';
import { keepRecord, recordParams } from './records.ts';

const changedMeanwhile = 412;

/** What the present record means for a save that was refused because of its version. */
export type Settled = 'stored' | 'unchanged' | 'changed';

interface VersionedOutcome<View> extends Outcome<View> {
  /**
   * `stored`: the record already has what was sent, because the answer to an earlier attempt was lost. `unchanged`: only
   * its version is another one, because it was restored, so that it is saved over that. Otherwise people decide.
   */
  settle?: (theirs: View, sent: object) => Settled;
}

/**
 * Saves a record unless someone else has changed it since it was read (API-06); then `conflict` is the present record.
 */
export function useVersionedSave<View extends { id: string }>(
  resource: string,
  id: string,
  { settle, ...outcome }: VersionedOutcome<View>,
) {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const [conflict, setConflict] = useState<View | null>(null);
  const sent = useRef({ data: {}, version: 0 });
  const { onSuccess, onError } = useOutcome<View, void>(outcome);
  const [update, { isPending, error }] = useUpdate(resource, recordParams(resource, id), {
    onSuccess(saved: View) {
      setConflict(null);
      keepRecord(queryClient, resource, saved);
      onSuccess(saved);
    },
    async onError(refusal: unknown) {
      // The page around a form says that its record is gone, and that the input is kept (`StaysWhileUnsaved`).
      if (isGone(refusal) && (outcome.isForm || outcome.isInputKept)) return;
      if (problemOf(refusal)?.status !== changedMeanwhile) return onError(refusal);
      try {
        const { data: theirs } = await dataProvider.getOne<View>(resource, { id });
        keepRecord(queryClient, resource, theirs);
        const settled = settle?.(theirs, sent.current.data);
        if (settled === 'stored') onSuccess(theirs);
        // Once for each version.
        else if (settled === 'unchanged' && versionOf(theirs) > sent.current.version)
          save(sent.current.data, versionOf(theirs));
        else setConflict(theirs);
      } catch (gone) {
        onError(gone);
      }
    },
  });
  function save(data: object, version: number): void {
    sent.current = { data, version };
    void update(undefined, { data, previousData: { id, version } as never });
  }
  return {
    /** Saves over the version that was read. */
    save,
    isPending,
    violations: violationsOf(error),
    conflict,
    forget: () => setConflict(null),
  };
}

function versionOf(record: object): number {
  return 'version' in record && typeof record.version === 'number' ? record.version : 0;
}
