import type { TemperatureUnit } from '@fournil/contract/kit/units';
import { type CutOff, type PhaseViolation, phaseViolationsOf } from '@fournil/contract/phases/rules';
import { type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import { createContext, type Dispatch, useCallback, useContext, useMemo, useReducer, useState } from 'react';
import { useTemperature } from '../kit/format/temperature.ts';
import type { Place } from './edits/edits.ts';
import {
  type EditorAction,
  type EditorState,
  newlyCutOff,
  openEditor,
  programReducer,
  shownOutcome,
} from './edits/programReducer.ts';
import { violationsBut } from './violations.ts';

/** The state of one program in the editor, shared by drawing, tables and sheet. */
export interface Editor {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** The settings as shown, including an unfinished drag. */
  settings: ProgramSettings;
  selection: Place;
  /** The settings before the drag or the input. */
  formerTotal: number;
  total: number;
  /** The entries that would be deleted if the drag ended here. */
  cut: CutOff;
  violations: PhaseViolation[];
  /** Broken rules and unfinished cells; with any, the program cannot be saved. */
  problemCount: number;
  unit: TemperatureUnit;
  setUnit: (unit: TemperatureUnit) => void;
  /** A cell whose text is no valid value, or is not applied yet. */
  markUnfinished: (cell: string, isUnfinished: boolean) => void;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('no open program');
  return editor;
}

/** Opens a program for editing. `refused`: the server's violations, shown until something changes. */
export function useOpenEditor(initial: ProgramSettings, refused: readonly PhaseViolation[] = []): Editor {
  const [state, dispatch] = useReducer(programReducer, initial, openEditor);
  const preferred = useTemperature().unit;
  const [pickedUnit, setUnit] = useState<TemperatureUnit | null>(null);
  const [unfinished, setUnfinished] = useState<ReadonlySet<string>>(new Set());
  const markUnfinished = useCallback((cell: string, isUnfinished: boolean) => {
    setUnfinished((before) => {
      if (before.has(cell) === isUnfinished) return before;
      const after = new Set(before);
      if (isUnfinished) after.add(cell);
      else after.delete(cell);
      return after;
    });
  }, []);
  return useMemo(() => {
    const { settings, selection } = shownOutcome(state);
    const cut = newlyCutOff(state.settings, settings);
    const stillRefused = state.past.length === 0 ? refused : [];
    return {
      state,
      dispatch,
      settings,
      selection: state.question || state.preview ? selection : state.selection,
      formerTotal: totalSeconds(state.settings),
      total: totalSeconds(settings),
      cut,
      violations: [...violationsBut(settings, cut), ...stillRefused],
      problemCount: phaseViolationsOf(state.settings).length + stillRefused.length + unfinished.size,
      unit: pickedUnit ?? preferred,
      setUnit,
      markUnfinished,
    };
  }, [state, refused, unfinished, pickedUnit, preferred, markUnfinished]);
}
