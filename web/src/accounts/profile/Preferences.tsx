import type { ProfileView } from '@fournil/contract/accounts/profile';
import { dateDisplay } from '@fournil/contract/kit/zones';
import { type ReactNode, useId } from 'react';
import { Consent } from '../../control/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { timezones } from '../../kit/format/timezones.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useProfileUpdate } from '../../kit/session/profile.ts';
import { dateDisplayText } from './dateDisplayText.ts';
import { useProfileT } from './messages.ts';

export function Preferences({ profile }: { profile: ProfileView }) {
  const t = useProfileT();
  const dates = useDates();
  const now = useNow(30_000);
  const { mutate: change } = useProfileUpdate();
  return (
    <section>
      <h2>{t('profile.preferences')}</h2>
      <p className="soft">{t('profile.atOnce')}</p>
      <Choice
        label={t('profile.fields.language')}
        value={profile.countryCode}
        onChange={(value) => change({ countryCode: value === 'FR' ? 'FR' : 'EN' })}
      >
        <option value="EN">English</option>
        <option value="FR">Français</option>
      </Choice>
      <Choice
        label={t('profile.fields.unit')}
        value={profile.temperatureUnitPreference}
        onChange={(value) => change({ temperatureUnitPreference: value === 'F' ? 'F' : 'C' })}
      >
        <option value="C">{t('profile.celsius')}</option>
        <option value="F">{t('profile.fahrenheit')}</option>
      </Choice>
      <Choice
        label={t('profile.fields.dates')}
        value={String(profile.displayDatePreference)}
        hint={t('profile.example', { now: dates.date(now, 'dayAndTime') })}
        onChange={(value) => change({ displayDatePreference: Number(value) as 0 | 1 | 2 })}
      >
        {Object.values(dateDisplay).map((display) => (
          <option key={display} value={display}>
            {t(dateDisplayText[display])}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('profile.fields.timezone')}
        value={profile.timezone ?? 'UTC'}
        onChange={(timezone) => change({ timezone })}
      >
        {timezones(profile.timezone).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Choice>
      <Consent />
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  hint?: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, hint, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      {hint && <span className="field__foot">{hint}</span>}
    </div>
  );
}
