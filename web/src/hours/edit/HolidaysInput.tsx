import type { HolidayCalendar, HolidayOpening } from '@fournil/contract/hours/hours';
import { useInput } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useRead } from '../../data/index.ts';
import { countryName } from '../../kit/format/countryName.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { useLanguage } from '../../kit/useT.ts';
import { countriesReading, holidaysReading } from '../hoursReadings.ts';
import { dateName } from '../hoursTexts.ts';
import { useT } from '../messages.ts';
import { OpeningInput } from './OpeningInput.tsx';
import { OriginRadios } from './OriginRadios.tsx';

/** The public holidays of a country, and what is done on each; `above` are those of the structures above. */
export function HolidaysInput({ above, hasAbove }: { above: HolidayCalendar | null; hasAbove: boolean }) {
  const t = useT();
  const language = useLanguage();
  const country = useProfile()?.country ?? '';
  const { field } = useInput<{ hours: { holidays: HolidayCalendar | null } }>({ source: 'hours.holidays' });
  const calendar: HolidayCalendar | null = field.value || null;
  return (
    <fieldset className="hours-edit__part">
      <legend>{t('hours.form.holidays')}</legend>
      <OriginRadios
        name="holidays"
        isOwn={calendar !== null}
        inherited={t(hasAbove ? 'hours.form.above' : 'hours.form.noHolidays')}
        own={t('hours.form.ownHolidays')}
        onChange={(isOwn) => field.onChange(isOwn ? (above ?? { country, region: null, changes: [] }) : null)}
      />
      {calendar && <Calendar calendar={calendar} onChange={field.onChange} />}
      {!calendar && above && <p className="soft">{countryName(above.country, language.toLowerCase())}</p>}
    </fieldset>
  );
}

interface CalendarProps {
  calendar: HolidayCalendar;
  onChange: (calendar: HolidayCalendar) => void;
}

function Calendar({ calendar, onChange }: CalendarProps) {
  const t = useT();
  const locale = useLanguage().toLowerCase();
  const { data, error, refetch } = useRead(countriesReading);
  const { country, region } = calendar;
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  const countries = (data?.countries ?? [])
    .map((one) => ({ ...one, name: countryName(one.country, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  const regions = countries.find((one) => one.country === country)?.regions ?? [];
  return (
    <>
      <div className="hours-edit__place">
        <Choice
          label={t('hours.form.country')}
          value={country}
          isMissing={country === ''}
          onChange={(value) => onChange({ country: value, region: null, changes: [] })}
        >
          <option value="">{t('hours.form.chooseCountry')}</option>
          {countries.map((one) => (
            <option key={one.country} value={one.country}>
              {one.name}
            </option>
          ))}
        </Choice>
        {regions.length > 0 && (
          <Choice
            label={t('hours.form.region')}
            value={region ?? ''}
            onChange={(value) => onChange({ ...calendar, region: value || null })}
          >
            <option value="">{t('hours.form.wholeCountry')}</option>
            {regions.map((one) => (
              <option key={one.code} value={one.code}>
                {one.name}
              </option>
            ))}
          </Choice>
        )}
      </div>
      {country !== '' && <Holidays calendar={calendar} onChange={onChange} />}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  isMissing?: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, isMissing = false, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} isRequired>
      <select
        id={id}
        className="control"
        value={value}
        aria-invalid={isMissing}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </FieldFrame>
  );
}

const specialHours: HolidayOpening = [{ from: '07:00', to: '13:00' }];

/** The holidays of the present year, with what is done on each, every year. */
function Holidays({ calendar, onChange }: CalendarProps) {
  const t = useT();
  const language = useLanguage();
  const { data, error, refetch } = useRead(holidaysReading(calendar.country, calendar.region));
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  const set = (holiday: string, opening: HolidayOpening) => {
    const others = calendar.changes.filter((one) => one.holiday !== holiday);
    const isClosed = opening !== 'usual' && opening.length === 0;
    onChange({ ...calendar, changes: isClosed ? others : [...others, { holiday, opening }] });
  };
  return (
    <>
      <h3>{t('hours.form.list')}</h3>
      <ul className="hours-edit__days hours-edit__days--holidays" aria-busy={!data}>
        {data?.holidays.map(({ holiday, date, name }) => {
          const opening = calendar.changes.find((one) => one.holiday === holiday)?.opening ?? [];
          const kind = opening === 'usual' ? 'usual' : opening.length === 0 ? 'holidayClosed' : 'special';
          return (
            <li key={`${date} ${holiday}`}>
              <span className="hours-edit__day">
                {name}
                <small>{dateName(date, language)}</small>
              </span>
              <select
                className="control"
                aria-label={t('hours.form.opening', { day: name })}
                value={kind}
                onChange={({ target: { value } }) =>
                  set(holiday, value === 'usual' ? 'usual' : value === 'special' ? specialHours : [])
                }
              >
                {(['holidayClosed', 'usual', 'special'] as const).map((one) => (
                  <option key={one} value={one}>
                    {t(`hours.form.${one}`)}
                  </option>
                ))}
              </select>
              {opening !== 'usual' && opening.length > 0 && (
                <OpeningInput day={name} opening={opening} onChange={(changed) => set(holiday, changed)} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="hours-edit__hint">{t('hours.form.source')}</p>
    </>
  );
}
