import { type DayOpening, type OpeningWeek, type Weekday, weekdays } from '@fournil/contract/hours/hours';
import { useInput } from 'ra-core';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { dayName, useHoursTexts, weekLines } from '../hoursTexts.ts';
import { useT } from '../messages.ts';
import { OpeningInput } from './OpeningInput.tsx';
import { OriginRadios } from './OriginRadios.tsx';

const workingDay: DayOpening = [{ from: '07:00', to: '19:00' }];
const firstWeek = Object.fromEntries(weekdays.map((day) => [day, day === 'sunday' ? [] : workingDay])) as OpeningWeek;

/** `above` is the week of the structures above; null where they have none. */
export function WeekInput({ above, hasAbove }: { above: OpeningWeek | null; hasAbove: boolean }) {
  const t = useT();
  const { field } = useInput<{ hours: { week: OpeningWeek | null } }>({ source: 'hours.week' });
  const week: OpeningWeek | null = field.value || null;
  return (
    <fieldset className="hours-edit__part">
      <legend>{t('hours.form.week')}</legend>
      <OriginRadios
        name="week"
        isOwn={week !== null}
        inherited={hasAbove ? t('hours.form.above') : t('hours.form.unset')}
        own={t('hours.form.own')}
        onChange={(isOwn) => field.onChange(isOwn ? (above ?? firstWeek) : null)}
      />
      {week ? <Days week={week} onChange={field.onChange} /> : above && <Above week={above} />}
    </fieldset>
  );
}

function Days({ week, onChange }: { week: OpeningWeek; onChange: (week: OpeningWeek) => void }) {
  const t = useT();
  const language = useLanguage();
  const copyDown = (day: Weekday) =>
    onChange({
      ...week,
      ...Object.fromEntries(weekdays.slice(weekdays.indexOf(day)).map((one) => [one, week[day]])),
    });
  return (
    <>
      <p className="hours-edit__hint">{t('hours.form.weekHint')}</p>
      <ul className="hours-edit__days">
        {weekdays.map((day) => {
          const name = dayName(day, language);
          return (
            <li key={day}>
              <span className="hours-edit__day">{name}</span>
              <OpeningInput
                day={name}
                opening={week[day]}
                onChange={(opening) => onChange({ ...week, [day]: opening })}
              >
                {day !== 'sunday' && (
                  <button
                    type="button"
                    className="icon-button icon-button--bare"
                    title={t('hours.form.copy')}
                    aria-label={t('hours.form.copyOf', { day: name })}
                    onClick={() => copyDown(day)}
                  >
                    <Icon name="copy" size={16} />
                  </button>
                )}
              </OpeningInput>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Above({ week }: { week: OpeningWeek }) {
  const { openingText, daysText } = useHoursTexts();
  return (
    <dl className="hours__week soft">
      {weekLines(week).map(({ first, last, opening }) => (
        <div key={first}>
          <dt>{daysText(first, last)}</dt>
          <dd>{openingText(opening)}</dd>
        </div>
      ))}
    </dl>
  );
}
