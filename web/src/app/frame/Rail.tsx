import { NavLink, useLocation } from 'react-router-dom';
import { useDifferencesT } from '../../differences/index.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import type { MenuEntry } from './menu.ts';

/** The menu: beside the page, or on a phone a bar below it and a list in the drawer. */
export function Rail({
  entries,
  kind,
  onGo,
}: {
  entries: MenuEntry[];
  kind: 'rail' | 'bar' | 'drawer';
  onGo?: () => void;
}) {
  const t = useT();
  const differencesT = useDifferencesT();
  const { pathname } = useLocation();
  return (
    <nav className={kind} aria-label={t('app.menu.main')}>
      <ul>
        {entries.map(({ to, also, label, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={({ isActive }) => (isActive || (also && pathname.startsWith(also)) ? 'active' : '')}
              onClick={onGo}
            >
              <Icon name={icon} size={24} />
              <span>{label === 'differences' ? differencesT('differences.title') : t(`app.menu.${label}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
