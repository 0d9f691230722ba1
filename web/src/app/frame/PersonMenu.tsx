import { Menu } from '@base-ui/react/menu';
import type { ProfileView } from '@fournil/contract/accounts/profile';
import { product } from '@fournil/contract/product';
import type { Action } from '@fournil/contract/rights/policy';
import { useLogout } from 'ra-core';
import { Fragment, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useControlT } from '../../control/index.ts';
import { keepTyping } from '../../kit/forms/keptTyping.ts';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { MenuChoice, MenuItem, MenuRule } from '../../kit/MenuPopup.tsx';
import { Avatar } from '../../kit/people/Avatar.tsx';
import { narrowerThan } from '../../kit/rem.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon, type IconName } from '../../kit/signs/Icon.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { useT } from '../messages.ts';
import { session, type ThemeChoice } from '../session.ts';

const themes: ThemeChoice[] = ['light', 'dark', 'system'];

/**
 * NAV-01: the menu of the documents' gear, at the person's name. On narrow screens, name and role are at its top instead
 * of in the top bar (GEN-06).
 */
export function PersonMenu({ profile }: { profile: ProfileView }) {
  const t = useT();
  const navigate = useNavigate();
  const logout = useLogout();
  const theme = useSyncExternalStore(session.watch, session.theme);
  const isNameless = useMedia(narrowerThan('tablet'));
  const pages = usePages();
  return (
    <MenuButton
      className="top-bar__person"
      face={
        <>
          <Avatar name={profile.fullName} imageUrl={profile.imageUrl} />
          <span className="top-bar__name">
            <strong>{profile.fullName}</strong>
            <span>{t(`app.roles.${profile.kind}`)}</span>
          </span>
          <span className="unseen">{t('app.settings.label')}</span>
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      {isNameless && (
        <>
          <Person profile={profile} />
          <MenuRule />
        </>
      )}
      {pages.map((group) => (
        <Fragment key={group[0]?.to}>
          {group.map(({ to, icon, label }) => (
            <MenuItem key={to} onClick={() => navigate(to)}>
              <Icon name={icon} />
              {label}
            </MenuItem>
          ))}
          <MenuRule />
        </Fragment>
      ))}
      <Menu.RadioGroup value={theme}>
        <Menu.GroupLabel className="menu__label">{t('app.theme.label')}</Menu.GroupLabel>
        {themes.map((one) => (
          <MenuChoice key={one} value={one} onClick={() => session.pickTheme(one)}>
            <Icon name={theme === one ? 'check' : one === 'light' ? 'sun' : one === 'dark' ? 'moon' : 'gear'} />
            {t(`app.theme.${one}`)}
          </MenuChoice>
        ))}
      </Menu.RadioGroup>
      <MenuRule />
      <MenuItem
        onClick={() => {
          // Given back when the same person opens this page again; the next person begins at the home page.
          keepTyping();
          void logout({}, undefined, false);
        }}
      >
        <Icon name="exit" />
        {t('app.settings.disconnect')}
      </MenuItem>
    </MenuButton>
  );
}

function Person({ profile }: { profile: ProfileView }) {
  const t = useT();
  return (
    <div className="gear-person">
      <Avatar name={profile.fullName} imageUrl={profile.imageUrl} />
      <span>
        <bdi>{profile.fullName}</bdi>
        {t(`app.roles.${profile.kind}`)}
      </span>
    </div>
  );
}

interface Page {
  to: string;
  icon: IconName;
  label: string;
  /** The action that opening it requires; without one, everybody may open it. */
  act?: Action;
}

/** The pages in this menu that the person may open: their own, those of the organisation, and other people's. */
function usePages(): Page[][] {
  const t = useT();
  const controlT = useControlT();
  const may = useMay();
  const own: Page[] = [
    { to: '/profile', icon: 'user', label: t('app.settings.profile') },
    { to: '/activity', icon: 'activity', label: t('app.settings.activity') },
  ];
  const organisation: Page[] = [
    { to: '/all-activity', icon: 'sheet', label: t('app.settings.allActivity'), act: 'history.all' },
    { to: '/access-review', icon: 'lock', label: t('app.settings.accessReview'), act: 'access.review' },
    { to: '/api-tokens', icon: 'key', label: t('app.settings.apiTokens'), act: 'apiTokens.list' },
    { to: '/webhooks', icon: 'link', label: t('app.settings.webhooks'), act: 'webhooks.list' },
    { to: '/recycle-bin', icon: 'trash', label: t('app.settings.recycleBin'), act: 'recycleBin.list' },
  ];
  // Whoever sees the list of technicians finds it there.
  if (may('technicians.create') && !may('technicians.list'))
    organisation.push({
      to: `/create-${product.slug}-tech`,
      icon: 'technicians',
      label: t('app.settings.createTechnician'),
    });
  const others: Page[] = [{ to: '/select-user', icon: 'users', label: controlT('control.menu'), act: 'control.list' }];
  return [own, organisation, others]
    .map((group) => group.filter(({ act }) => !act || may(act)))
    .filter((group) => group.length > 0);
}
