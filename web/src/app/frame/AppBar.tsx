import type { ProfileView } from '@fournil/contract/accounts/profile';
import { product } from '@fournil/contract/product';
import { Link } from 'react-router-dom';
import { useControlT, useStop } from '../../control/index.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { Logo } from '../../kit/signs/Logo.tsx';
import { useT } from '../messages.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { PersonMenu } from './PersonMenu.tsx';

/** NAV-01 */
export function AppBar({
  profile,
  onMenu,
  isMenuOpen,
}: {
  profile: ProfileView;
  onMenu: () => void;
  isMenuOpen: boolean;
}) {
  const t = useT();
  const controlT = useControlT();
  const stop = useStop();
  return (
    <header className="top-bar">
      <Link className="top-bar__brand" to="/">
        <Logo />
        <span>{product.name}</span>
      </Link>
      {profile.society && <span className="top-bar__society">{profile.society}</span>}
      <div className="top-bar__end">
        <LiveIndicator />
        <LanguageMenu />
        {profile.master && (
          <button
            type="button"
            className="button button--small top-bar__stop"
            disabled={stop.isPending}
            onClick={() => stop.act()}
          >
            {controlT('control.stop')}
          </button>
        )}
        <PersonMenu profile={profile} />
        <button
          type="button"
          className="icon-button icon-button--bare top-bar__toggle"
          aria-expanded={isMenuOpen}
          aria-label={t('app.menu.open')}
          onClick={onMenu}
        >
          <Icon name="menu" size={22} />
        </button>
      </div>
    </header>
  );
}
