import { type ClipboardEvent, useId } from 'react';
import { columnsOf, type PhaseColumn, readPasted, symbolOf } from '../columns.ts';
import { isSame } from '../drawing/drawing.ts';
import { useEditor } from '../editor.ts';
import { type Criterion, type Place, valueAt } from '../edits/edits.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { usePhaseViolationText, violationsAt } from '../violations.ts';
import { type CellTrouble, useCell } from './useCell.ts';

/** One typed value of one entry; `noteId` is that of the text about the rules that the entry breaks. */
export function PhaseCell({ at, column, noteId }: { at: Place; column: PhaseColumn; noteId: string }) {
  const t = useT();
  const id = useId();
  const { settings, selection, unit, dispatch, violations } = useEditor();
  const words = useEntryWords(settings, unit);
  const { text, trouble, change, apply, cancel, leave } = useCell(at, column.criterion);
  const breaksRule = violationsAt(violations, at).some(
    (violation) => violation.criterion === column.criterion || violation.criterion === 'preheat',
  );
  const troubleText = useTroubleText(trouble, column.criterion);
  const symbol = symbolOf(column.criterion, unit);
  const isOff = column.criterion === 'speed' && text === '0';

  const paste = (event: ClipboardEvent) => {
    const columns = columnsOf[at.group];
    const criteria = columns.slice(columns.indexOf(column)).map(({ criterion }) => criterion);
    const rows = readPasted(event.clipboardData.getData('text'), criteria, unit, (row, criterion) =>
      valueAt(settings, { ...at, index: at.index + row }, criterion),
    );
    if (!rows || at.index < 0) return;
    event.preventDefault();
    dispatch({ do: 'apply', edit: { do: 'paste', at, criteria, rows } });
  };

  return (
    <td className="phases__cell" data-trouble={troubleText ? true : undefined}>
      <span className="phases__field">
        <input
          id={id}
          value={text}
          inputMode={column.criterion === 'temperature' || column.criterion === 'speed' ? 'numeric' : 'text'}
          autoComplete="off"
          aria-label={t('phases.table.cell', {
            entry: words.name(at),
            column: `${t(`phases.table.${column.label}`)}${symbol ? ` (${symbol})` : ''}`,
          })}
          aria-invalid={breaksRule || troubleText !== null || undefined}
          aria-describedby={describedBy(troubleText && `${id}-trouble`, breaksRule && noteId)}
          onChange={(event) => change(event.target.value)}
          onFocus={(event) => {
            event.target.select();
            if (!isSame(selection, at)) dispatch({ do: 'select', selection: at });
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply(event.currentTarget.value);
            if (event.key === 'Escape') cancel();
          }}
          onPaste={paste}
        />
        {symbol && <span className="phases__symbol">{isOff ? t('phases.off') : symbol}</span>}
      </span>
      {troubleText && (
        <span id={`${id}-trouble`} className="phases__trouble" role="alert">
          {troubleText}
        </span>
      )}
    </td>
  );
}

function describedBy(...ids: (string | false | null)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

export function useTroubleText(trouble: CellTrouble, criterion: Criterion): string | null {
  const t = useT();
  const violationText = usePhaseViolationText(useEditor().unit);
  if (!trouble) return null;
  if (trouble.kind === 'limits') return violationText(trouble.violation);
  if (trouble.kind === 'required') return violationText({ key: 'custom.phases.required', args: {}, criterion: null });
  return t(criterion === 'duration' || criterion === 'start' ? 'phases.unreadableTime' : 'phases.unreadable');
}
