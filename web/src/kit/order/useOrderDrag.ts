import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { placeOf, shiftOf } from './orderDrag.ts';

/**
 * The distance from the window's edge within which the page scrolls during a drag, and the step of each frame, in
 * pixels.
 */
const edge = { reach: 72, step: 10 };

interface Drag {
  id: string;
  from: number;
  to: number;
  /** How far the row has been dragged, in pixels down the page. */
  pulled: number;
}

/** The dragged row, and the position of each row at that moment, in pixels from the top of the page. */
interface DragStart {
  id: string;
  from: number;
  pointer: number;
  middles: number[];
  height: number;
}

/**
 * PRG-05: moves rows to another position by dragging with mouse, pen or finger; Escape cancels. On the handle the arrow
 * keys, Home and End do the same. Positions count from 0.
 */
export function useOrderDrag(ids: readonly string[], onMove: (id: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const dragStart = useRef<DragStart | null>(null);
  const pointerY = useRef(0);
  const [drag, setDrag] = useState<Drag | null>(null);

  const follow = useCallback(() => {
    const at = dragStart.current;
    if (!at) return;
    const pulled = pointerY.current + window.scrollY - at.pointer;
    setDrag({ id: at.id, from: at.from, to: placeOf(at.middles, at.from, pulled), pulled });
  }, []);
  const end = useCallback(() => {
    dragStart.current = null;
    setDrag(null);
  }, []);

  // The list has changed during the drag: the dragged row is no longer where it was.
  const order = ids.join();
  useEffect(end, [order]);

  useScrollAlong(drag !== null, pointerY, follow, end);

  const grip = (id: string, index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const boxes = [...list.current.children].map((row) => row.getBoundingClientRect());
      pointerY.current = event.clientY;
      dragStart.current = {
        id,
        from: index,
        pointer: event.clientY + window.scrollY,
        middles: boxes.map(({ top, height }) => top + height / 2 + window.scrollY),
        height: boxes[index]?.height ?? 0,
      };
      setDrag({ id, from: index, to: index, pulled: 0 });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      pointerY.current = event.clientY;
      follow();
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const at = dragStart.current;
      if (!at) return;
      const to = placeOf(at.middles, at.from, event.clientY + window.scrollY - at.pointer);
      end();
      if (to !== at.from) onMove(at.id, to);
    },
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: ids.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to !== index && to >= 0 && to < ids.length) onMove(id, to);
    },
  });

  return {
    list,
    grip,
    draggedId: drag?.id ?? null,
    /** The distance of this row from its place while another is dragged past it, in pixels. */
    offsetOf: (index: number) =>
      drag
        ? index === drag.from
          ? drag.pulled
          : shiftOf(index, drag.from, drag.to) * (dragStart.current?.height ?? 0)
        : 0,
  };
}

/** While a row is dragged, the page scrolls near the edges of the window, and Escape cancels the drag. */
function useScrollAlong(isDragging: boolean, pointerY: RefObject<number>, follow: () => void, end: () => void) {
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && end();
    window.addEventListener('keydown', cancel, true);
    let frame = requestAnimationFrame(function scroll() {
      const by =
        pointerY.current < edge.reach ? -edge.step : pointerY.current > window.innerHeight - edge.reach ? edge.step : 0;
      const before = window.scrollY;
      if (by !== 0) window.scrollBy(0, by);
      if (window.scrollY !== before) follow();
      frame = requestAnimationFrame(scroll);
    });
    return () => {
      window.removeEventListener('keydown', cancel, true);
      cancelAnimationFrame(frame);
    };
  }, [isDragging, pointerY, end, follow]);
}
