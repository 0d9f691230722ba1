import type { BulkArgs, BulkPreview, BulkSelection, BulkVerb } from '@fournil/contract/bulk/bulk';
import { useState } from 'react';
import { v4 } from 'uuid';
import { useAct } from '../../data/index.ts';
import { previewBulk, useRuns } from './bulkCalls.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

const handful = 10;

interface BulkRequest {
  /** Created once, so that another click after a lost answer repeats the same run. */
  id: string;
  verb: BulkVerb;
  args: Record<string, unknown>;
  label: string;
  /** The consequences for other records, shown above the numbers. */
  note: string;
  selection: BulkSelection;
}

/**
 * Requests a preview of what a verb would do to the selection, and shows it before the run. Not shown for a run of a
 * few selected rows that can be undone and of which none would be refused.
 */
export function useBulk(selection: BulkSelection) {
  const runs = useRuns();
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const leave = () => setAsked(null);
  const start = useAct({
    // The changed data is read again when the run has ended.
    changes: 'nothing',
    send: ({ asked: { label, note: _, ...request }, total }: { asked: BulkRequest; total: number }) =>
      // The run is labelled by the title of the dialog without its question mark.
      runs.start(label.replace(/\s*\?$/, ''), { ...request, total }),
    onDone: leave,
    onRefused: leave,
  });
  const preview = useAct({
    changes: 'nothing',
    send: ({ label: _label, note: _note, id: _id, ...request }: BulkRequest) => previewBulk(request),
    onDone: (found, wish) => {
      if (isPlain(found, wish.selection)) start.act({ asked: wish, total: found.total });
    },
    onRefused: leave,
  });

  const ask = <Verb extends BulkVerb>(
    verb: Verb,
    args: BulkArgs<Verb>,
    label: string,
    note = '',
    rows: BulkSelection = selection,
  ) => {
    // The label is the text of the button without the dots that announce a dialog.
    const wish: BulkRequest = {
      id: v4(),
      verb,
      args: args as Record<string, unknown>,
      label: label.replace(/…$/, ''),
      note,
      selection: rows,
    };
    setAsked(wish);
    start.reset();
    preview.act(wish);
  };

  const found = preview.answer;
  const isAsked =
    asked && (found ? !isPlain(found, asked.selection) : asked.verb.endsWith('.delete') || !isHandful(asked.selection));
  const dialog = isAsked && (
    <PreviewDialog
      title={asked.label}
      preview={found}
      isDeletion={asked.verb.endsWith('.delete')}
      isBinned={/^(programs|machines|structures|tags)\.delete$/.test(asked.verb)}
      isFinal={asked.verb === 'programMachines.restore' || asked.verb === 'programMachines.adopt'}
      isPending={start.isPending}
      onGo={() => found && start.act({ asked, total: found.total })}
      onClose={() => setAsked(null)}
    >
      {asked.note && <p>{asked.note}</p>}
    </PreviewDialog>
  );
  return { ask, dialog, isPending: preview.isPending || start.isPending };
}

/** Whether these are few rows, selected one by one, so that the person still remembers them. */
function isHandful(selection: BulkSelection): boolean {
  return 'ids' in selection && selection.ids.length <= handful;
}

function isPlain(
  { refused, refusals, changed, canUndo, looked, total }: BulkPreview,
  selection: BulkSelection,
): boolean {
  return isHandful(selection) && refused === 0 && refusals.length === 0 && changed > 0 && canUndo && looked === total;
}
