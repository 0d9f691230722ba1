import { minuteSeconds } from '@fournil/contract/kit/durations';
import { type PointerEvent, useEffect, useRef } from 'react';
import { usualPixels } from '../../kit/rem.ts';
import { type DrawingHandlers, isCutOff, isSame } from '../drawing/drawing.ts';
import type { Plot } from '../drawing/plot.ts';
import type { Editor } from '../editor.ts';
import type { Place } from '../edits/edits.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { usePhaseViolationText, violationsAt } from '../violations.ts';
import { useDrag } from './useDrag.ts';
import { useTimelineKeys } from './useTimelineKeys.ts';

/**
 * The drawing for pointer, keyboard and screen reader: each lane is a list box with one tab stop, each entry an option.
 */
export function useDrawingHandlers(editor: Editor, plot: Plot) {
  const t = useT();
  const svg = useRef<SVGSVGElement>(null);
  const { dispatch, settings, selection, cut, violations } = editor;
  const sentence = useSentence(editor);
  const drag = useDrag(editor, plot, svg);
  const act = useTimelineKeys(editor);
  const followsFocus = useFocusOnSelection(svg, selection);

  const isTabStop = (at: Place) => (selection.group === at.group ? isSame(selection, at) : at.index === 0);

  const handlers: DrawingHandlers = {
    selection,
    breaksRule: (at) => violationsAt(violations, at).length > 0,
    isCut: (at) => isCutOff(cut, at),
    option: (at) => ({
      role: 'option',
      'aria-selected': isSame(selection, at),
      'aria-label': sentence(at),
      tabIndex: isTabStop(at) ? 0 : -1,
      'data-entry': `${at.group}.${at.index}`,
      className: 'drawing__option',
      onFocus: () => !isSame(selection, at) && dispatch({ do: 'select', selection: at }),
      onPointerDown: (event: PointerEvent<SVGElement>) => {
        if (at.group === 'steam' || at.group === 'damper') drag.grab(event, { at, part: 'body' });
        else dispatch({ do: 'select', selection: at });
      },
    }),
    lane: (group) => {
      const isEmpty = settings[group].length === 0;
      const lane = t(`phases.lanes.${group}`);
      return {
        role: 'listbox',
        'aria-label': isEmpty ? t('phases.list.empty', { lane }) : t(`phases.list.${group}`),
        'aria-orientation': 'horizontal',
        'data-lane': group,
        ...(isEmpty
          ? {
              tabIndex: 0,
              onFocus: () =>
                !isSame(selection, { group, index: 0 }) && dispatch({ do: 'select', selection: { group, index: 0 } }),
            }
          : {}),
      };
    },
    grab: drag.grab,
    onKeyDown: (event) => {
      // Undo, handled by the editor, may remove the entry that has the focus.
      followsFocus.current = act(event) || event.ctrlKey || event.metaKey;
    },
    onDoubleClick: (event) => {
      const box = svg.current?.getBoundingClientRect();
      const y = usualPixels(event.clientY - (box?.top ?? 0));
      const group = laneAt(plot, y);
      const seconds = plot.x.invert(usualPixels(event.clientX - (box?.left ?? 0)));
      if (!group || seconds < 0 || seconds > plot.domain) return;
      dispatch({
        do: 'apply',
        edit: { do: 'insertAt', group, startSeconds: Math.round(seconds / minuteSeconds) * minuteSeconds },
      });
    },
  };
  return {
    handlers,
    svg,
    pointer: {
      onPointerMove: drag.onPointerMove,
      onPointerUp: drag.onPointerUp,
      onPointerCancel: drag.onPointerCancel,
    },
  };
}

/** The accessible name of an entry: its values, and that it would be deleted, or its violation. */
function useSentence({ settings, cut, violations, unit }: Editor) {
  const t = useT();
  const words = useEntryWords(settings, unit);
  const violationText = usePhaseViolationText(unit);
  return (at: Place) => {
    const entry = words.sentence(at);
    if (isCutOff(cut, at)) return t('phases.entry.cut', { entry });
    const broken = violationsAt(violations, at);
    return broken.length > 0
      ? t('phases.entry.toFix', { entry, violation: broken.map(violationText).join(' ') })
      : entry;
  };
}

/** The lane at this height of the drawing, in pixels; entries of the heat are not inserted at a moment. */
function laneAt(plot: Plot, y: number) {
  return (['fan', 'steam', 'damper'] as const).find(
    (lane) => y >= plot.lanes[lane] && y <= plot.lanes[lane] + plot.lane,
  );
}

/** After a key press, moves the focus to the selected entry, also when the focused one was deleted. */
function useFocusOnSelection(svg: React.RefObject<SVGSVGElement | null>, { group, index }: Place) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || !svg.current) return;
    isWanted.current = false;
    const entry = svg.current.querySelector<SVGElement>(`[data-entry="${group}.${index}"]`);
    (entry ?? svg.current.querySelector<SVGElement>(`[role="listbox"][data-lane="${group}"]`))?.focus({
      preventScroll: true,
    });
  });
  return isWanted;
}
