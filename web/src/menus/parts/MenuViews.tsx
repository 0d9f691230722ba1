import { NavLink } from 'react-router-dom';
import { useT } from '../messages.ts';
import '../../kit/pages/tabs.css';

/** The two views of all menus: list and calendar. */
export function MenuViews() {
  const t = useT();
  return (
    <nav className="tabs" aria-label={t('menus.list.views.label')}>
      <NavLink to="/menus" end>
        {t('menus.list.views.list')}
      </NavLink>
      <NavLink to="/menus/calendar">{t('menus.list.views.calendar')}</NavLink>
    </nav>
  );
}
