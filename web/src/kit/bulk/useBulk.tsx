import type { BulkArgs, BulkPreview, BulkSelection, BulkVerb } from '@fournil/contract/bulk/bulk';
import { useState } from 'react';
import { useAct } from '../../data/index.ts';
import { previewBulk, useRuns } from './bulkCalls.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

const handful = 10;

interface BulkRequest {
  /** Chosen once, so that pressing again after a lost answer repeats the same run. */
  id: string;
  verb: BulkVerb;
  args: Record<string, unknown>;
  label: string;
  /** The consequences for other records, shown above the numbers. */
  note: string;
  selection: BulkSelection;
}

/**
 * Asks the server what a verb would do to the selection, and shows it before it is done. Only what a handful of ticked
 * rows can all take, and what can be undone, is done at once.
 */
export function useBulk(selection: BulkSelection) {
  const runs = useRuns();
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const leave = () => setAsked(null);
  const start = useAct({
    // The run says when it is over; what it touched is asked for then.
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

  const ask = <Verb extends BulkVerb>(verb: Verb, args: BulkArgs<Verb>, label: string, note = '') => {
    // The label is the text of the button without the dots that announce a dialog.
    const wish: BulkRequest = {
      id: crypto.randomUUID(),
      verb,
      args: args as Record<string, unknown>,
      label: label.replace(/…$/, ''),
      note,
      selection,
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
      isPending={start.isPending}
      onGo={() => found && start.act({ asked, total: found.total })}
      onClose={() => setAsked(null)}
    >
      {asked.note && <p>{asked.note}</p>}
    </PreviewDialog>
  );
  return { ask, dialog, isPending: preview.isPending || start.isPending };
}

/** Ticked one by one and still in mind. */
function isHandful(selection: BulkSelection): boolean {
  return 'ids' in selection && selection.ids.length <= handful;
}

function isPlain(
  { refused, refusals, changed, canUndo, looked, total }: BulkPreview,
  selection: BulkSelection,
): boolean {
  return isHandful(selection) && refused === 0 && refusals.length === 0 && changed > 0 && canUndo && looked === total;
}
