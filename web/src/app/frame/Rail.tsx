import { useStoreContext } from 'ra-core';
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
  const unfilter = useUnfilter();
  return (
    <nav className={kind} aria-label={t('app.menu.main')}>
      <ul>
        {entries.map(({ to, also, label, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={({ isActive }) => (isActive || (also && pathname.startsWith(also)) ? 'active' : '')}
              onClick={() => {
                unfilter(to);
                onGo?.();
              }}
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

/**
 * From the menu a list opens with all its rows, because nobody remembers a filter of an hour ago. Back, reload and the
 * links of a record's page keep the filter; order and page length stay.
 */
function useUnfilter(): (to: string) => void {
  const store = useStoreContext();
  return (to) => {
    const key = `${to.slice(1)}.listParams`;
    const kept = store.getItem<object>(key);
    if (kept) store.setItem(key, { ...kept, filter: {}, displayedFilters: {}, page: 1 });
  };
}
