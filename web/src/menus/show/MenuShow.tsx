import type { MenuDetail } from '@fournil/contract/menus/menu';
import { Navigate, NavLink, Route, Routes } from 'react-router-dom';
import { RecordHistory } from '../../kit/history/RecordHistory.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { MenuFacts } from './MenuFacts.tsx';
import { MenuHead } from './MenuHead.tsx';
import { MenuPrograms } from './MenuPrograms.tsx';
import { MenuRevisions } from './MenuRevisions.tsx';
import '../../kit/pages/tabs.css';
import '../../kit/people/people.css';
import './menuShow.css';

/** MNU-01 */
export function MenuShow() {
  return (
    <RecordPage<MenuDetail> of="menu" act="menus.list" titleOf={({ name }) => name} skeleton={<ShowSkeleton />}>
      {(menu) => (
        <div className="page menu-page">
          <MenuHead menu={menu} />
          <div className="menu-page__columns">
            <div className="menu-page__main">
              <Tabs menu={menu} />
              <Routes>
                <Route path="/" element={<MenuPrograms menu={menu} />} />
                <Route path="/revisions" element={<MenuRevisions menu={menu} />} />
                <Route path="/history" element={<RecordHistory of="menu" id={menu.id} />} />
                <Route path="*" element={<Navigate to={`/menus/${menu.id}/show`} replace />} />
              </Routes>
            </div>
            <MenuFacts menu={menu} />
          </div>
        </div>
      )}
    </RecordPage>
  );
}

function Tabs({ menu }: { menu: MenuDetail }) {
  const t = useT();
  const may = useMay();
  const tabs = [
    { name: 'programs', path: '', note: String(menu.programCount) },
    { name: 'revisions', path: '/revisions', note: String(menu.revision) },
    ...(may('menus.history') ? [{ name: 'history', path: '/history', note: '' } as const] : []),
  ] as const;
  return (
    <nav className="tabs" aria-label={t('menus.show.tabs.label')}>
      {tabs.map(({ name, path, note }) => (
        <NavLink key={name} to={`/menus/${menu.id}/show${path}`} end replace>
          {t(`menus.show.tabs.${name}`)} {note && <small>{note}</small>}
        </NavLink>
      ))}
    </nav>
  );
}

function ShowSkeleton() {
  return (
    <div className="page menu-page" aria-busy="true">
      <span className="skeleton" style={{ width: 220, height: 24 }} />
      <span className="skeleton" style={{ width: 380 }} />
      <span className="skeleton" style={{ width: '100%', height: 240 }} />
    </div>
  );
}
