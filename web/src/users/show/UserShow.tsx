import { editableFields } from '@fournil/contract/users/editableFields';
import type { UserDetail } from '@fournil/contract/users/user';
import { useLocale } from 'ra-core';
import { useState } from 'react';
import { Link, Navigate, NavLink, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { countryName } from '../../kit/format/countryName.ts';
import { RecordHistory } from '../../kit/history/RecordHistory.tsx';
import { useKitT } from '../../kit/messages.ts';
import { part } from '../../kit/pages/part.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { Avatar } from '../../kit/people/Avatar.tsx';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { DeleteUser } from '../DeleteUser.tsx';
import { useT } from '../messages.ts';
import { SendLink } from '../SendLink.tsx';
import { SwitchUser } from '../SwitchUser.tsx';
import { UserState } from '../UserState.tsx';
import { StructuresTab } from './StructuresTab.tsx';
import '../../kit/pages/tabs.css';
import '../users.css';

const RightsTab = part(() => import('../rights/RightsTab.tsx'), 'RightsTab');

/** USR-06 */
export function UserShow() {
  return (
    <RecordPage<UserDetail> of="user" act="users.show" titleOf={({ fullName }) => fullName} skeleton={<Skeleton />}>
      {(user) => <User user={user} />}
    </RecordPage>
  );
}

function User({ user }: { user: UserDetail }) {
  const t = useT();
  return (
    <div className="page user">
      <Head user={user} />
      <Facts user={user} />
      <nav className="tabs" aria-label={user.fullName}>
        {(['structures', 'activity', 'rights'] as const).map((name) => (
          <NavLink key={name} to={`/users/${user.id}/show${name === 'structures' ? '' : `/${name}`}`} end replace>
            {t(`users.show.tabs.${name}`)}
          </NavLink>
        ))}
      </nav>
      <Routes>
        <Route path="/" element={<StructuresTab user={user} />} />
        <Route path="/activity" element={<ActivityTab user={user} />} />
        <Route path="/rights" element={<RightsTab />} />
        <Route path="*" element={<Navigate to={`/users/${user.id}/show`} replace />} />
      </Routes>
    </div>
  );
}

function Head({ user }: { user: UserDetail }) {
  const t = useT();
  return (
    <header className="user__head">
      <Avatar name={user.fullName} imageUrl={user.imageUrl} size={72} />
      <div className="user__title">
        <p>
          <Link to="/users">{t('users.title')}</Link>
        </p>
        <h1>
          <bdi>{user.fullName}</bdi>
        </h1>
        <p className="user__state">
          <UserState user={user} />
          <span className="user__lock" data-on={user.googleAuthenticatorConfirmed || undefined}>
            <Icon name={user.googleAuthenticatorConfirmed ? 'lock' : 'lockOpen'} size={16} />
            {t(user.googleAuthenticatorConfirmed ? 'users.twoStepOn' : 'users.twoStepOff')}
          </span>
        </p>
      </div>
      <Actions user={user} />
    </header>
  );
}

function Actions({ user }: { user: UserDetail }) {
  const t = useT();
  const kitT = useKitT();
  const profile = useProfile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'switch' | 'delete' | null>(null);
  const may = useMay();
  const mayDisable = profile !== undefined && editableFields(profile, user).includes('active');
  return (
    <div className="user__actions">
      <Link className="button" to={`/users/${user.id}/edit`} state={{ from: pathname }}>
        <Icon name="edit" size={16} />
        {kitT('kit.edit')}
      </Link>
      {mayDisable && (
        <button type="button" className="button" onClick={() => setOpen('switch')}>
          <Icon name="power" size={16} />
          {t(user.active ? 'users.show.disable' : 'users.show.enable')}
        </button>
      )}
      {profile?.id !== user.id && may('users.delete') && (
        <button type="button" className="button button--danger" onClick={() => setOpen('delete')}>
          <Icon name="trash" size={16} />
          {kitT('kit.delete')}
        </button>
      )}
      {open === 'switch' && <SwitchUser user={user} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteUser user={user} onClose={() => setOpen(null)} onDeleted={() => navigate('/users', { replace: true })} />
      )}
    </div>
  );
}

function Facts({ user }: { user: UserDetail }) {
  const t = useT();
  const may = useMay();
  return (
    <dl className="user__facts">
      <div>
        <dt>{t('users.email')}</dt>
        <dd>
          {user.email}
          {user.kind === 'user' && user.active && may('users.resetPassword') && (
            <SendLink
              person={user}
              path="/reset/child"
              body={{ email: user.email }}
              label={t('users.show.reset')}
              className="link"
            />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('users.society')}</dt>
        <dd>{user.society ?? '–'}</dd>
      </div>
      <div>
        <dt>{t('users.show.description')}</dt>
        <dd>{user.description ?? <span className="soft">{t('users.show.noDescription')}</span>}</dd>
      </div>
      <div>
        <dt>{t('users.show.address')}</dt>
        <dd>
          <Address user={user} />
        </dd>
      </div>
      <div>
        <dt>{t('users.show.phone')}</dt>
        <dd>
          {[user.phone, user.mobilePhone].filter(Boolean).join(' · ') || (
            <span className="soft">{t('users.show.noPhone')}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Address({ user: { street, zipcode, city, country } }: { user: UserDetail }) {
  const t = useT();
  const locale = useLocale();
  const lines = [street, [zipcode, city].filter(Boolean).join(' '), country && countryName(country, locale)].filter(
    Boolean,
  );
  if (lines.length === 0) return <span className="soft">{t('users.show.noAddress')}</span>;
  return <address>{lines.join('\n')}</address>;
}

function Skeleton() {
  return (
    <div className="page user" aria-busy="true">
      <span className="skeleton" style={{ width: 280, height: 24 }} />
      <span className="skeleton" style={{ width: '100%', height: 160 }} />
    </div>
  );
}

/** The events that the person caused, and those about their account. */
function ActivityTab({ user }: { user: UserDetail }) {
  return (
    <section className="user__tab">
      <RecordHistory of="user" id={user.id} />
    </section>
  );
}
