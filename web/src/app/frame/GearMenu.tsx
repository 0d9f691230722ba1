import type { ProfileView } from '@fournil/contract/accounts/profile';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useLogout } from 'ra-core';
import { useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useControlT } from '../../control/index.ts';
import { Avatar } from '../../kit/people/Avatar.tsx';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { useT } from '../messages.ts';
import { session, type ThemeChoice } from '../session.ts';

const themes: ThemeChoice[] = ['light', 'dark', 'system'];

/** NAV-01: where the top bar has no room for them, name and role stand at its head (GEN-06). */
export function GearMenu({ profile }: { profile: ProfileView }) {
  const t = useT();
  const controlT = useControlT();
  const navigate = useNavigate();
  const logout = useLogout();
  const theme = useSyncExternalStore(session.watch, session.theme);
  const isNameless = useMedia('(max-width: 899.95px)');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const go = (to: string) => () => {
    close();
    navigate(to);
  };
  return (
    <>
      <button
        type="button"
        className="icon-button icon-button--bare top-bar__gear"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('app.settings.label')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="gear" size={20} />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {isNameless && (
          <ListSubheader role="presentation" className="gear-person">
            <Avatar name={profile.fullName} imageUrl={profile.imageUrl} />
            <span>
              <bdi>{profile.fullName}</bdi>
              {t(`app.roles.${profile.kind}`)}
            </span>
          </ListSubheader>
        )}
        {isNameless && <Divider />}
        <MenuItem onClick={go('/activity')}>
          <Icon name="activity" />
          {t('app.settings.activity')}
        </MenuItem>
        <May act="history.all">
          <MenuItem onClick={go('/all-activity')}>
            <Icon name="sheet" />
            {t('app.settings.allActivity')}
          </MenuItem>
        </May>
        <May act="access.review">
          <MenuItem onClick={go('/access-review')}>
            <Icon name="lock" />
            {t('app.settings.accessReview')}
          </MenuItem>
        </May>
        <May act="recycleBin.list">
          <MenuItem onClick={go('/recycle-bin')}>
            <Icon name="trash" />
            {t('app.settings.recycleBin')}
          </MenuItem>
        </May>
        <MenuItem onClick={go('/profile')}>
          <Icon name="user" />
          {t('app.settings.profile')}
        </MenuItem>
        <May act="control.list">
          <MenuItem onClick={go('/select-user')}>
            <Icon name="users" />
            {controlT('control.menu')}
          </MenuItem>
        </May>
        <Divider />
        <ListSubheader role="presentation" sx={{ lineHeight: '28px', background: 'none' }}>
          {t('app.theme.label')}
        </ListSubheader>
        {themes.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={theme === one}
            selected={theme === one}
            onClick={() => session.pickTheme(one)}
          >
            <Icon name={theme === one ? 'check' : one === 'light' ? 'sun' : one === 'dark' ? 'moon' : 'gear'} />
            {t(`app.theme.${one}`)}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => void logout()}>
          <Icon name="exit" />
          {t('app.settings.disconnect')}
        </MenuItem>
      </Menu>
    </>
  );
}
