import type { ProfileView } from '@fournil/contract/accounts/profile';
import { useLocale } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { countryName } from '../../kit/format/countryName.ts';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { dateDisplayText } from './dateDisplayText.ts';
import { useProfileT } from './messages.ts';
import { PendingEmail } from './PendingEmail.tsx';

/** PRO-01: the person's data as others see it. */
export function PersonalDetails({ profile }: { profile: ProfileView }) {
  const t = useProfileT();
  const locale = useLocale();
  const facts: [string, ReactNode][] = [
    [t('profile.fields.name'), profile.fullName],
    [t('profile.fields.email'), <Email key="email" profile={profile} />],
    [t('profile.fields.society'), profile.society ?? <None key="none" text={t('profile.none.society')} />],
    [t('profile.fields.description'), profile.description ?? <None key="none" text={t('profile.none.description')} />],
    [t('profile.fields.address'), addressOf(profile, locale) ?? <None key="none" text={t('profile.none.address')} />],
    [t('profile.fields.phone'), profile.phone ?? <None key="none" text={t('profile.none.phone')} />],
    [t('profile.fields.dates'), t(dateDisplayText[profile.displayDatePreference])],
  ];
  return (
    <section>
      <div className="profile__head">
        <h2>{t('profile.who')}</h2>
        <May act="profile.editFields">
          <Link className="button button--plain" to="/profile/edit">
            <Icon name="edit" size={16} />
            {t('profile.edit')}
          </Link>
        </May>
      </div>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!profile.master && (
        <p>
          <Link className="button" to="/change-password">
            {t('profile.password')}
          </Link>
        </p>
      )}
    </section>
  );
}

function Email({ profile: { email, pendingEmail, master } }: { profile: ProfileView }) {
  return (
    <>
      {email}
      {pendingEmail && !master && <PendingEmail email={pendingEmail} />}
    </>
  );
}

function None({ text }: { text: string }) {
  return <span className="soft">{text}</span>;
}

/** The values of one line, or null when all are missing. */
function addressOf({ street, zipcode, city, country }: ProfileView, locale: string): string | null {
  const name = country && countryName(country, locale);
  return [street, [zipcode, city].filter(Boolean).join(' '), name].filter(Boolean).join(', ') || null;
}
