import { type CutOff, cutOff, isNothingCutOff, withoutCutOff } from '@fournil/contract/phases/rules';
import { type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import { applyEdit, type Edit, type Outcome, type Place } from './edits.ts';

const mostUndoable = 200;

/** The last edit, announced by screen readers. */
export type LastAction = 'nothing' | 'select' | 'change' | 'insert' | 'noRoom' | 'remove' | 'undo' | 'redo' | 'cancel';

export interface EditorState extends Outcome {
  past: readonly Outcome[];
  future: readonly Outcome[];
  /** The settings that an unfinished drag or a typed duration would produce. */
  preview: Outcome | null;
  /** PHA-06: a shortening that has to be confirmed, and the entries that it would delete. */
  question: (Outcome & { cut: CutOff }) | null;
  did: LastAction;
}

export type EditorAction =
  | { do: 'select'; selection: Place }
  | { do: 'apply'; edit: Edit }
  | { do: 'preview'; edit: Edit }
  | { do: 'cancel' }
  | { do: 'confirm' }
  | { do: 'undo' }
  | { do: 'redo' };

export function openEditor(settings: ProgramSettings): EditorState {
  return {
    settings,
    selection: { group: 'heat', index: 0 },
    past: [],
    future: [],
    preview: null,
    question: null,
    did: 'nothing',
  };
}

export function programReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.do) {
    case 'select':
      return { ...state, selection: action.selection, did: 'select' };
    case 'preview':
      return { ...state, preview: applyEdit(state.settings, action.edit) };
    case 'apply':
      return apply(state, action.edit);
    case 'cancel':
      return { ...state, preview: null, question: null, did: state.preview || state.question ? 'cancel' : state.did };
    case 'confirm':
      return state.question
        ? commit(
            state,
            { ...state.question, settings: withoutCutOff(state.question.settings, state.question.cut) },
            'change',
          )
        : state;
    case 'undo':
      return travel(state, state.past.at(-1), 'undo');
    case 'redo':
      return travel(state, state.future.at(-1), 'redo');
  }
}

/** The settings as shown: the preview of an unfinished edit, otherwise the present ones. */
export function shownOutcome(state: EditorState): Outcome {
  return state.question ?? state.preview ?? state;
}

/** The entries that fit before and would no longer fit (PHA-06). */
export function newlyCutOff(before: ProgramSettings, after: ProgramSettings): CutOff {
  const total = totalSeconds(after);
  if (total >= totalSeconds(before)) return { fan: [], steam: [], damper: [] };
  const already = cutOff(before, totalSeconds(before));
  const cut = cutOff(after, total);
  const fresh = (group: keyof CutOff) => cut[group].filter((index) => !already[group].includes(index));
  return { fan: fresh('fan'), steam: fresh('steam'), damper: fresh('damper') };
}

function apply(state: EditorState, edit: Edit): EditorState {
  const outcome = applyEdit(state.settings, edit);
  if (outcome.settings === state.settings)
    return { ...state, preview: null, question: null, did: edit.do === 'insert' ? 'noRoom' : state.did };
  const cut = newlyCutOff(state.settings, outcome.settings);
  if (!isNothingCutOff(cut)) return { ...state, preview: null, question: { ...outcome, cut } };
  return commit(state, outcome, actionOf(edit));
}

function commit(state: EditorState, { settings, selection }: Outcome, did: LastAction): EditorState {
  const past = [...state.past, { settings: state.settings, selection: state.selection }].slice(-mostUndoable);
  return { settings, selection: existing(settings, selection), past, future: [], preview: null, question: null, did };
}

function travel(state: EditorState, to: Outcome | undefined, did: 'undo' | 'redo'): EditorState {
  if (!to) return state;
  const here = { settings: state.settings, selection: state.selection };
  const past = did === 'undo' ? state.past.slice(0, -1) : [...state.past, here];
  const future = did === 'undo' ? [...state.future, here] : state.future.slice(0, -1);
  return { ...to, past, future, preview: null, question: null, did };
}

function existing(settings: ProgramSettings, { group, index }: Place): Place {
  return { group, index: Math.min(index, Math.max(0, settings[group].length - 1)) };
}

function actionOf(edit: Edit): LastAction {
  if (edit.do === 'insert' || edit.do === 'insertAt' || edit.do === 'split') return 'insert';
  return edit.do === 'remove' ? 'remove' : 'change';
}
