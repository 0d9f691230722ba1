import type { ProfileUpdate } from '@fournil/contract/accounts/profile';
import { dateDisplay } from '@fournil/contract/kit/instants';
import { useNotify } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useControlT } from '../control/index.ts';
import { useDates } from '../kit/dates.ts';
import { useProfile, useProfileUpdate } from '../kit/profile.ts';
import { timezones } from '../kit/timezones.ts';
import { useNow } from '../kit/useNow.ts';
import { useTitle } from '../kit/useTitle.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';
import './profile.css';

/** Who I am, and the preferences that act at once. */
export function ProfilePage() {
  const t = useT();
  const controlT = useControlT();
  const profile = useProfile();
  useTitle(t('accounts.profile.title'));
  if (!profile) return null;
  const facts = [
    [t('accounts.profile.name'), profile.fullName],
    [t('accounts.profile.email'), profile.email],
    [t('accounts.profile.society'), profile.society ?? '–'],
  ];
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('accounts.profile.title')}</h1>
      </div>
      <div className="profile">
        <section>
          <h2>{t('accounts.profile.who')}</h2>
          <dl className="facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {!profile.master && (
            <p className="profile__links">
              <Link className="button" to="/change-password">
                {t('accounts.profile.password')}
              </Link>
            </p>
          )}
        </section>
        {profile.master ? <p className="soft">{controlT('control.ownHand')}</p> : <Preferences />}
      </div>
    </div>
  );
}

function Preferences() {
  const t = useT();
  const controlT = useControlT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const profile = useProfile();
  const dates = useDates();
  const now = useNow(30_000);
  const { mutate } = useProfileUpdate((error) => notify(errorText(error), { type: 'warning' }));
  if (!profile) return null;
  const change = (update: ProfileUpdate) => mutate(update);
  return (
    <section>
      <h2>{t('accounts.profile.preferences')}</h2>
      <p className="soft">{t('accounts.profile.atOnce')}</p>
      <Choice
        label={t('accounts.profile.language')}
        value={profile.countryCode}
        onChange={(value) => change({ countryCode: value === 'FR' ? 'FR' : 'EN' })}
      >
        <option value="EN">English</option>
        <option value="FR">Français</option>
      </Choice>
      <Choice
        label={t('accounts.profile.unit')}
        value={profile.temperatureUnitPreference}
        onChange={(value) => change({ temperatureUnitPreference: value === 'F' ? 'F' : 'C' })}
      >
        <option value="C">{t('accounts.profile.celsius')}</option>
        <option value="F">{t('accounts.profile.fahrenheit')}</option>
      </Choice>
      <Choice
        label={t('accounts.profile.dates')}
        value={String(profile.displayDatePreference)}
        hint={t('accounts.profile.example', { now: dates.date(now, 'dayAndTime') })}
        onChange={(value) => change({ displayDatePreference: Number(value) as 0 | 1 | 2 })}
      >
        <option value={dateDisplay.utc}>{t('accounts.profile.datesUtc')}</option>
        <option value={dateDisplay.user}>{t('accounts.profile.datesUser')}</option>
        <option value={dateDisplay.machine}>{t('accounts.profile.datesMachine')}</option>
      </Choice>
      <Choice label={t('accounts.profile.timezone')} value={profile.timezone ?? 'UTC'} onChange={(timezone) => change({ timezone })}>
        {timezones().map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Choice>
      {(profile.kind === 'clientAdmin' || profile.kind === 'user') && (
        <div>
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={profile.isEuroFourControl}
              checked={profile.isEuroFourControl}
              onChange={(event) => change({ isEuroFourControl: event.target.checked })}
            />
            <span className="strong">{controlT('control.consent')}</span>
          </label>
          <p className="soft">{controlT('control.consentHint')}</p>
        </div>
      )}
      {profile.kind !== 'superAdmin' && (
        <div>
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={profile.notificationProblems}
              checked={profile.notificationProblems}
              onChange={(event) => change({ notificationProblems: event.target.checked })}
            />
            <span className="strong">{t('accounts.profile.problems')}</span>
          </label>
          <p className="soft">{t('accounts.profile.problemsHint')}</p>
        </div>
      )}
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
