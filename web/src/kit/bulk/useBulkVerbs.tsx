import { useQueryClient } from '@tanstack/react-query';
import { useListContext, useNotify } from 'ra-core';
import { useState } from 'react';
import { BulkOutcome } from './BulkOutcome.tsx';
import { useBulk } from './useBulk.ts';

/** One thing that can be done with each of the selected. */
export interface BulkVerb {
  label: string;
  act: (id: string) => Promise<unknown>;
  /** What to say when it worked for all of them. */
  done: (count: number) => string;
}

/** BLK-03: does a verb to the selection, one call each, with progress; what failed stays selected with its reason. */
export function useBulkVerbs(selected: readonly { id: string; name: string }[], staleKeys: readonly string[]) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { selectedIds, onSelect } = useListContext<{ id: string }>();
  const { work, run, stop, clear } = useBulk();
  const [last, setLast] = useState<BulkVerb | null>(null);

  async function apply(verb: BulkVerb, ids: readonly string[]) {
    setLast(verb);
    const failures = await run(ids, verb.act);
    for (const key of staleKeys) void queryClient.invalidateQueries({ queryKey: [key] });
    onSelect(failures.map(({ id }) => id));
    if (failures.length > 0) return;
    clear();
    notify(verb.done(ids.length), { type: 'success' });
  }

  const outcome = work && last && (work.isRunning || work.failures.length > 0) && (
    <BulkOutcome
      title={last.label}
      work={work}
      nameOf={(id) => selected.find((one) => one.id === id)?.name ?? id}
      onStop={stop}
      onClose={clear}
      onAgain={() =>
        void apply(
          last,
          work.failures.map(({ id }) => id),
        )
      }
    />
  );
  return {
    apply: (verb: BulkVerb) => void apply(verb, selectedIds),
    isShown: selectedIds.length > 0 || work !== null,
    isRunning: work?.isRunning ?? false,
    outcome,
  };
}
