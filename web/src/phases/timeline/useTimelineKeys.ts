import type { KeyboardEvent } from 'react';
import type { Editor } from '../editor.ts';
import { type Edit, type Place, preheatIndex } from '../edits/edits.ts';
import { inNextLane, nudgeLevel, nudgeTime } from '../edits/nudge.ts';

/** The keyboard commands of the drawing. True when the key has a command. */
export function useTimelineKeys(editor: Editor) {
  const { dispatch, settings, selection, total, unit } = editor;
  const count = settings[selection.group].length;
  const first = selection.group === 'heat' ? preheatIndex : 0;
  const select = (to: Place | null) => to && dispatch({ do: 'select', selection: to });
  const apply = (edit: Edit | null) => edit && dispatch({ do: 'apply', edit });
  const to = (index: number) => select({ group: selection.group, index: Math.min(count - 1, Math.max(first, index)) });

  const plain: Record<string, () => unknown> = {
    ArrowLeft: () => to(selection.index - 1),
    ArrowRight: () => to(selection.index + 1),
    ArrowUp: () => select(inNextLane(settings, selection, -1, total)),
    ArrowDown: () => select(inNextLane(settings, selection, 1, total)),
    Home: () => to(first),
    End: () => to(count - 1),
    Insert: () => apply({ do: 'insert', after: selection }),
    Delete: () => apply({ do: 'remove', at: selection }),
    Escape: () => dispatch({ do: 'cancel' }),
  };
  const withShift: Record<string, () => unknown> = {
    ArrowLeft: () => apply(nudgeTime(settings, selection, -1)),
    ArrowRight: () => apply(nudgeTime(settings, selection, 1)),
    ArrowUp: () => apply(nudgeLevel(settings, selection, 1, unit)),
    ArrowDown: () => apply(nudgeLevel(settings, selection, -1, unit)),
  };

  return (event: KeyboardEvent): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const act = (event.shiftKey ? withShift : plain)[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  };
}
