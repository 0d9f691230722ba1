import { useId } from 'react';
import { durationText } from '../../kit/format/duration.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { columnsOf, symbolOf } from '../columns.ts';
import { useEditor } from '../editor.ts';
import { type Criterion, type Place, preheatIndex } from '../edits/edits.ts';
import { nudgeLevel, nudgeTime, spanOf } from '../edits/nudge.ts';
import { useT } from '../messages.ts';
import { useTroubleText } from '../table/PhaseCell.tsx';
import { useCell } from '../table/useCell.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { usePhaseViolationText, violationsAt } from '../violations.ts';
import { useFocusAdded } from './useFocusAdded.ts';
import './phaseSheet.css';

/** On a phone, the selected entry with large steppers, below the drawing. */
export function PhaseSheet({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { settings, selection: at, total, violations, unit, dispatch } = useEditor();
  const words = useEntryWords(settings, unit);
  const violationText = usePhaseViolationText(unit);
  const isPreheat = at.index === preheatIndex;
  const count = settings[at.group].length;
  const { from, to } = spanOf(settings, at, total);
  const first = at.group === 'heat' ? preheatIndex : 0;
  const columns = isPreheat ? columnsOf.heat.slice(0, 1) : columnsOf[at.group];
  const go = (by: -1 | 1) => dispatch({ do: 'select', selection: { group: at.group, index: at.index + by } });
  const sheet = useFocusAdded<HTMLElement>('.stepper input');
  if (!isPreheat && !settings[at.group][at.index]) return null;
  return (
    <section className="phase-sheet" ref={sheet} aria-label={t('phases.sheet.edit')}>
      <div className="phase-sheet__head">
        <button
          type="button"
          className="icon-button icon-button--bare"
          disabled={at.index <= first}
          aria-label={t('phases.sheet.previous')}
          onClick={() => go(-1)}
        >
          <Icon name="left" />
        </button>
        <div>
          <strong>{isPreheat ? words.name(at) : t('phases.sheet.of', { name: words.name(at), count })}</strong>
          {!isPreheat && (
            <small>{at.group === 'steam' ? durationText(from) : `${durationText(from)} → ${durationText(to)}`}</small>
          )}
        </div>
        <button
          type="button"
          className="icon-button icon-button--bare"
          disabled={at.index >= count - 1}
          aria-label={t('phases.sheet.next')}
          onClick={() => go(1)}
        >
          <Icon name="right" />
        </button>
      </div>
      {columns.map(({ criterion }) => (
        <Stepper key={`${at.group}${at.index}${criterion}`} at={at} criterion={criterion} />
      ))}
      {violationsAt(violations, at).map((violation) => (
        <p key={`${violation.criterion}${violation.key}`} className="phases__group-violation" role="alert">
          {violationText(violation)}
        </p>
      ))}
      {at.group === 'heat' && !isPreheat && (
        <label className="switch phase-sheet__ring">
          <span>{t('phases.sheet.ring')}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={settings.heat[at.index]?.notification ?? false}
            checked={settings.heat[at.index]?.notification ?? false}
            onChange={(event) =>
              dispatch({ do: 'apply', edit: { do: 'ring', index: at.index, notification: event.target.checked } })
            }
          />
        </label>
      )}
      <div className="phase-sheet__foot">
        <button
          type="button"
          className="button button--tall"
          disabled={isPreheat || (at.group === 'heat' && count <= 1)}
          aria-label={t('phases.menu.remove')}
          onClick={() => dispatch({ do: 'apply', edit: { do: 'remove', at } })}
        >
          <Icon name="trash" />
        </button>
        <button
          type="button"
          className="button button--tall"
          onClick={() => dispatch({ do: 'apply', edit: { do: 'insert', after: at } })}
        >
          <Icon name="plus" />
          {t('phases.sheet.after')}
        </button>
        <button type="button" className="button button--tall button--main" onClick={onDone}>
          {t('phases.sheet.done')}
        </button>
      </div>
    </section>
  );
}

function Stepper({ at, criterion }: { at: Place; criterion: Criterion }) {
  const t = useT();
  const id = useId();
  const { settings, unit, dispatch } = useEditor();
  const { text, trouble, change, apply, cancel, leave } = useCell(at, criterion);
  const troubleText = useTroubleText(trouble, criterion);
  const name = t(`phases.sheet.${criterion}`);
  const isTime = criterion === 'start' || (criterion === 'duration' && at.group === 'heat');
  const nudge = (by: -1 | 1) => (isTime ? nudgeTime(settings, at, by) : nudgeLevel(settings, at, by, unit));
  const step = (by: -1 | 1) => {
    const edit = nudge(by);
    if (edit) dispatch({ do: 'apply', edit });
  };
  const isFixed = nudge(1) === null;
  return (
    <div className="stepper">
      <label className="stepper__label" htmlFor={id}>
        {name}
      </label>
      <div className="stepper__box">
        <button type="button" disabled={isFixed} aria-label={t('phases.sheet.less', { name })} onClick={() => step(-1)}>
          <Icon name="minus" size={20} />
        </button>
        <span className="stepper__value">
          <input
            id={id}
            value={text}
            readOnly={isFixed}
            inputMode={criterion === 'temperature' || criterion === 'speed' ? 'numeric' : 'text'}
            autoComplete="off"
            aria-invalid={troubleText !== null || undefined}
            aria-describedby={`${id}-foot`}
            onChange={(event) => change(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === 'Enter') apply(event.currentTarget.value);
              if (event.key === 'Escape') cancel();
            }}
          />
          <span id={`${id}-foot`}>{symbolOf(criterion, unit)}</span>
        </span>
        <button type="button" disabled={isFixed} aria-label={t('phases.sheet.more', { name })} onClick={() => step(1)}>
          <Icon name="plus" size={20} />
        </button>
      </div>
      {troubleText && (
        <span className="phases__trouble" role="alert">
          {troubleText}
        </span>
      )}
    </div>
  );
}
