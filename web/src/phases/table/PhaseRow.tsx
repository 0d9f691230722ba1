import { useId } from 'react';
import { durationText } from '../../kit/format/duration.ts';
import { heatColour } from '../../kit/heat.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { columnsOf } from '../columns.ts';
import { isCutOff, isSame } from '../drawing/drawing.ts';
import { useEditor } from '../editor.ts';
import { type Place, preheatIndex } from '../edits/edits.ts';
import { spanOf } from '../edits/nudge.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { usePhaseViolationText, violationsAt } from '../violations.ts';
import { PhaseCell } from './PhaseCell.tsx';
import { RingToggle } from './RingToggle.tsx';
import { RowMenu } from './RowMenu.tsx';

/** One entry with its fields, and its violations below it. */
export function PhaseRow({ at }: { at: Place }) {
  const t = useT();
  const noteId = useId();
  const { settings, selection, total, cut, violations, dispatch } = useEditor();
  const { group, index } = at;
  const isHeat = group === 'heat';
  const isPreheat = index === preheatIndex;
  const isCut = isCutOff(cut, at);
  const broken = violationsAt(violations, at);
  const span = spanOf(settings, at, total);
  const columns = isPreheat ? columnsOf.heat.slice(0, 1) : columnsOf[group];
  const celsius = isPreheat ? settings.preheatTemperatureCelsius : settings.heat[index]?.temperatureCelsius;
  const select = () => !isSame(selection, at) && dispatch({ do: 'select', selection: at });
  return (
    <>
      <tr
        className="phases__row"
        data-selected={isSame(selection, at) || undefined}
        data-cut={isCut || undefined}
        data-preheat={isPreheat || undefined}
        onClick={select}
      >
        <th scope="row">
          {isPreheat ? t('phases.lanes.preheat') : index + 1}
          {isHeat && celsius !== undefined && (
            <span className="phases__swatch" style={{ background: heatColour(celsius) }} />
          )}
        </th>
        {columns.map((column) => (
          <PhaseCell key={column.criterion} at={at} column={column} noteId={noteId} />
        ))}
        {isHeat && (
          <>
            {isPreheat && <td />}
            <td className="phases__span">{isPreheat ? '' : `${durationText(span.from)} – ${durationText(span.to)}`}</td>
            <td className="phases__ring">{!isPreheat && <RingToggle index={index} />}</td>
          </>
        )}
        <td className="phases__actions">{!isPreheat && <RowMenu at={at} />}</td>
      </tr>
      {isCut && <CutNote at={at} />}
      {!isCut && broken.length > 0 && <ViolationNote at={at} id={noteId} />}
    </>
  );
}

function ViolationNote({ at, id }: { at: Place; id: string }) {
  const t = useT();
  const { settings, violations, unit } = useEditor();
  const words = useEntryWords(settings, unit);
  const violationText = usePhaseViolationText(unit);
  return (
    <tr className="phases__violation">
      <td colSpan={6}>
        <div>
          <StateSign sign="refused" size={14} />
          <span id={id}>
            {t('phases.violationOf', { name: words.name(at) })}{' '}
            {violationsAt(violations, at).map((violation) => (
              <span key={`${violation.criterion}${violation.key}`}>{violationText(violation)}. </span>
            ))}
          </span>
        </div>
      </td>
    </tr>
  );
}

function CutNote({ at }: { at: Place }) {
  const t = useT();
  const { settings, total } = useEditor();
  const { from, to } = spanOf(settings, at, total);
  const moment =
    at.group === 'damper'
      ? t('phases.table.closesAt', { at: durationText(to) })
      : t('phases.table.startsAt', { at: durationText(from) });
  return (
    <tr className="phases__violation">
      <td colSpan={6}>
        <div>
          <StateSign sign="refused" size={14} />
          <span>{t('phases.table.wouldCut', { moment })}</span>
        </div>
      </td>
    </tr>
  );
}
