import { type DayOpening, dayOpening, hoursLimits } from '@fournil/contract/hours/hours';
import { violationsOf } from '@fournil/contract/kit/validation';
import type { ReactNode } from 'react';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

interface OpeningInputProps {
  /** Which day it is, for the labels. */
  day: string;
  opening: DayOpening;
  onChange: (opening: DayOpening) => void;
  /** Other buttons of this day. */
  children?: ReactNode;
}

const firstHours = { from: '07:00', to: '19:00' };

/** The hours of one day: none when it is closed, or several, with a pause between them. */
export function OpeningInput({ day, opening, onChange, children }: OpeningInputProps) {
  const t = useT();
  const checked = dayOpening.safeParse(opening);
  const [rule] = checked.success ? [] : violationsOf(checked.error, opening);
  const change = (index: number, values: Partial<DayOpening[number]>) =>
    onChange(opening.map((interval, at) => (at === index ? { ...interval, ...values } : interval)));
  return (
    <div className="opening">
      {opening.length === 0 && <span className="soft">{t('hours.closed')}</span>}
      {opening.map(({ from, to }, index) => (
        <span key={index} className="opening__interval">
          <input
            type="time"
            className="control"
            aria-label={t('hours.form.start', { day })}
            aria-invalid={rule !== undefined}
            value={from}
            onChange={({ target }) => change(index, { from: target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            className="control"
            aria-label={t('hours.form.end', { day })}
            aria-invalid={rule !== undefined}
            // Fields for times have no 24:00.
            value={to === '24:00' ? '00:00' : to}
            onChange={({ target: { value } }) => change(index, { to: value === '00:00' ? '24:00' : value })}
          />
          <button
            type="button"
            className="icon-button icon-button--bare"
            aria-label={t('hours.form.remove', { day })}
            onClick={() => onChange(opening.filter((_, at) => at !== index))}
          >
            <Icon name="close" size={16} />
          </button>
        </span>
      ))}
      {opening.length < hoursLimits.intervalsOfDay && (
        <button
          type="button"
          className={opening.length === 0 ? 'button button--plain button--small' : 'icon-button icon-button--bare'}
          title={t('hours.form.add')}
          aria-label={t('hours.form.addTo', { day })}
          onClick={() => onChange([...opening, nextHours(opening)])}
        >
          <Icon name="plus" size={16} />
          {opening.length === 0 && t('hours.form.add')}
        </button>
      )}
      {children}
      {rule && <BrokenRule rule={rule} />}
    </div>
  );
}

/** After a pause of two hours, where the day is long enough. */
function nextHours(opening: DayOpening): DayOpening[number] {
  const last = opening.at(-1);
  if (!last) return firstHours;
  const hour = Number(last.to.slice(0, 2)) + 2;
  const from = hour < 23 ? `${String(hour).padStart(2, '0')}${last.to.slice(2)}` : '23:00';
  return { from, to: from < firstHours.to ? firstHours.to : '24:00' };
}
