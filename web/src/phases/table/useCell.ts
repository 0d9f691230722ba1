import { type PhaseViolation, phaseViolationsOf } from '@fournil/contract/phases/rules';
import { useEffect, useRef, useState } from 'react';
import { readValue, shownText } from '../columns.ts';
import { useEditor } from '../editor.ts';
import { applyEdit, type Criterion, type Place, valueAt } from '../edits/edits.ts';

/** PHA-06: a typed duration is applied after a second, or when its cell is left; other values at once. */
const durationPause = 1000;

export type CellTrouble = { kind: 'required' | 'unreadable' } | { kind: 'limits'; violation: PhaseViolation } | null;

/** The text of one cell during editing: applied when it is a valid value, otherwise kept with its error. */
export function useCell(at: Place, criterion: Criterion) {
  const { settings, state, unit, dispatch, markUnfinished } = useEditor();
  const value = valueAt(settings, at, criterion);
  const [draft, setDraft] = useState<string | null>(null);
  /** The value before the text was changed, which is applied while it is typed. */
  const before = useRef(value);
  if (draft === null) before.current = value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cell = `${at.group}.${at.index}.${criterion}`;
  const isSlow = criterion === 'duration' && at.group === 'heat';

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      markUnfinished(cell, false);
    },
    [cell, markUnfinished],
  );

  const apply = (text: string) => {
    clearTimeout(timer.current);
    const read = readValue(criterion, text, unit, before.current);
    if (read === null || read < 0) return;
    markUnfinished(cell, false);
    setDraft(null);
    dispatch({ do: 'apply', edit: { do: 'set', at, criterion, value: read } });
  };

  const change = (text: string) => {
    clearTimeout(timer.current);
    setDraft(text);
    const read = readValue(criterion, text, unit, before.current);
    const isTaken = read !== null && read >= 0;
    markUnfinished(cell, !isTaken);
    if (!isTaken) return;
    if (!isSlow) {
      dispatch({ do: 'apply', edit: { do: 'set', at, criterion, value: read } });
      return;
    }
    dispatch({ do: 'preview', edit: { do: 'set', at, criterion, value: read } });
    timer.current = setTimeout(() => apply(text), durationPause);
  };

  const cancel = () => {
    clearTimeout(timer.current);
    setDraft(null);
    markUnfinished(cell, false);
    dispatch({ do: 'cancel' });
  };

  const leave = () => {
    // An invalid text stays, with its error; an applied one is shown as it is stored.
    if (draft === null) return;
    if (isSlow) return apply(draft);
    const read = readValue(criterion, draft, unit, before.current);
    if (read !== null && read >= 0) setDraft(null);
  };

  return {
    text: draft ?? shownText(criterion, value, unit),
    trouble: troubleOf(draft, at, criterion, unit, state.settings),
    change,
    apply,
    cancel,
    leave,
  };
}

function troubleOf(
  draft: string | null,
  at: Place,
  criterion: Criterion,
  unit: 'C' | 'F',
  settings: Parameters<typeof applyEdit>[0],
): CellTrouble {
  if (draft === null) return null;
  if (draft.trim() === '') return { kind: 'required' };
  const read = readValue(criterion, draft, unit, null);
  if (read === null) return { kind: 'unreadable' };
  return read < 0 ? limitsOf(at, criterion, settings) : null;
}

/** The limits of a value that cannot even be stored, as the contract words them for one that is too high. */
function limitsOf(at: Place, criterion: Criterion, settings: Parameters<typeof applyEdit>[0]): CellTrouble {
  const beyond = applyEdit(settings, { do: 'set', at, criterion, value: 1_000_000 }).settings;
  const violation = phaseViolationsOf(beyond).find(
    (one) => one.group === at.group && one.key === 'custom.phases.limits' && (one.index ?? -1) === at.index,
  );
  return violation ? { kind: 'limits', violation } : { kind: 'unreadable' };
}
