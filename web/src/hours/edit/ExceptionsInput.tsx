import { type HoursException, hoursLimits, ownHours, type StructureHours } from '@fournil/contract/hours/hours';
import { violationsOf } from '@fournil/contract/kit/validation';
import { dateOf } from '@fournil/contract/kit/zones';
import { useInput } from 'ra-core';
import { useId } from 'react';
import { useNow } from '../../kit/format/useNow.ts';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { dateName, useHoursTexts } from '../hoursTexts.ts';
import { useT } from '../messages.ts';
import { OpeningInput } from './OpeningInput.tsx';

/** Dates with hours of their own; `above` are those of the structures above, which count as well. */
export function ExceptionsInput({ above }: { above: StructureHours['exceptions'] }) {
  const t = useT();
  const today = dateOf(useNow(60_000), 'UTC');
  const { field } = useInput<{ hours: { exceptions: HoursException[] } }>({ source: 'hours.exceptions' });
  const exceptions: HoursException[] = field.value || [];
  const set = (index: number, exception: HoursException | null) =>
    field.onChange(exceptions.flatMap((one, at) => (at !== index ? [one] : (exception ?? []))));
  return (
    <fieldset className="hours-edit__part">
      <legend>{t('hours.form.exceptions')}</legend>
      <p className="hours-edit__hint">{t('hours.form.exceptionsHint')}</p>
      {exceptions.length === 0 && above.length === 0 && <p className="soft">{t('hours.form.noExceptions')}</p>}
      <ul className="hours-edit__exceptions">
        {exceptions.map((exception, index) => (
          <li key={index}>
            <ExceptionFields exception={exception} onChange={(changed) => set(index, changed)} />
            <button
              type="button"
              className="icon-button icon-button--bare"
              aria-label={t('hours.form.removeException')}
              onClick={() => set(index, null)}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {exceptions.length < hoursLimits.exceptions && (
        <button
          type="button"
          className="button button--small"
          onClick={() => field.onChange([...exceptions, { from: today, to: today, name: null, opening: [] }])}
        >
          <Icon name="plus" size={16} />
          {t('hours.form.addException')}
        </button>
      )}
      {above.length > 0 && <Above exceptions={above} />}
    </fieldset>
  );
}

interface ExceptionFieldsProps {
  exception: HoursException;
  onChange: (exception: HoursException) => void;
}

function ExceptionFields({ exception, onChange }: ExceptionFieldsProps) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const checked = ownHours.shape.exceptions.safeParse([exception]);
  const broken = checked.success ? [] : violationsOf(checked.error, [exception]);
  const rule = broken.find(({ path }) => !path.startsWith('0.opening'));
  const { from, name } = exception;
  return (
    <div className="hours-edit__exception">
      {(['from', 'to'] as const).map((end) => (
        <FieldFrame
          key={end}
          id={`${id}-${end}`}
          label={t(end === 'from' ? 'hours.form.firstDate' : 'hours.form.lastDate')}
          isRequired
        >
          <input
            id={`${id}-${end}`}
            type="date"
            className="control"
            value={exception[end]}
            aria-invalid={rule?.path === `0.${end}`}
            onChange={({ target: { value } }) => onChange(withDate(exception, end, value))}
          />
        </FieldFrame>
      ))}
      <FieldFrame id={`${id}-name`} label={t('hours.form.name')} isRequired={false}>
        <input
          id={`${id}-name`}
          className="control"
          value={name ?? ''}
          maxLength={hoursLimits.exceptionName}
          onChange={({ target: { value } }) => onChange({ ...exception, name: value || null })}
        />
      </FieldFrame>
      <OpeningInput
        day={name ?? (from ? dateName(from, language) : t('hours.form.exceptionOf'))}
        opening={exception.opening}
        onChange={(opening) => onChange({ ...exception, opening })}
      />
      {rule && <BrokenRule rule={rule} />}
    </div>
  );
}

/** The last date follows the first one, where it would be before it. */
function withDate(exception: HoursException, end: 'from' | 'to', date: string): HoursException {
  const changed = { ...exception, [end]: date };
  return end === 'from' && changed.to < date ? { ...changed, to: date } : changed;
}

function Above({ exceptions }: { exceptions: StructureHours['exceptions'] }) {
  const t = useT();
  const { openingText, language } = useHoursTexts();
  return (
    <ul className="hours-edit__above soft">
      {exceptions.map(({ from, to, name, opening, of }, index) => (
        <li key={index}>
          {dateName(from, language)}
          {to !== from && ` – ${dateName(to, language)}`}
          {name && ` · ${name}`} · {openingText(opening)} ·{' '}
          {of ? t('hours.from', { name: of.name }) : t('hours.fromAbove')}
        </li>
      ))}
    </ul>
  );
}
