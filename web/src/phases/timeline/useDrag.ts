import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { usualPixels } from '../../kit/rem.ts';
import type { Grab } from '../drawing/drawing.ts';
import type { Plot } from '../drawing/plot.ts';
import type { Editor } from '../editor.ts';
import type { Edit } from '../edits/edits.ts';
import { editOfDrag } from './dragEdit.ts';

interface Drag {
  grab: Grab;
  /** The plot at the beginning of the drag, so that the axis does not change before the drop. */
  plot: Plot;
  settings: Editor['settings'];
  left: number;
  top: number;
  pressedX: number;
  pressedY: number;
  edit: Edit | null;
}

/** A drag on the drawing: shown while it lasts, applied on the drop, cancelled by Escape. */
export function useDrag(editor: Editor, plot: Plot, svg: React.RefObject<SVGSVGElement | null>) {
  const drag = useRef<Drag | null>(null);
  const { dispatch, state } = editor;

  const end = useCallback(
    (isDropped: boolean) => {
      const current = drag.current;
      drag.current = null;
      if (!current?.edit) return;
      dispatch(isDropped ? { do: 'apply', edit: current.edit } : { do: 'cancel' });
    },
    [dispatch],
  );

  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return;
      event.stopPropagation();
      end(false);
    };
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [end]);

  const grab = (event: PointerEvent<SVGElement>, what: Grab) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || event.button !== 0 || state.question) return;
    dispatch({ do: 'select', selection: what.at });
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    drag.current = {
      grab: what,
      plot,
      settings: state.settings,
      left: box.left,
      top: box.top,
      pressedX: usualPixels(event.clientX - box.left),
      pressedY: usualPixels(event.clientY - box.top),
      edit: null,
    };
  };

  const onPointerMove = (event: PointerEvent) => {
    const current = drag.current;
    if (!current) return;
    const pointer = {
      x: usualPixels(event.clientX - current.left),
      y: usualPixels(event.clientY - current.top),
      pressedX: current.pressedX,
      pressedY: current.pressedY,
      shift: event.shiftKey,
      alt: event.altKey,
    };
    const edit = editOfDrag(current.settings, current.grab, current.plot, pointer);
    if (!edit) return;
    current.edit = edit;
    dispatch({ do: 'preview', edit });
  };

  return { grab, onPointerMove, onPointerUp: () => end(true), onPointerCancel: () => end(false) };
}
