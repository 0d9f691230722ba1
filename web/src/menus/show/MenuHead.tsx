import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { MenuDetail } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { When } from '../../kit/format/When.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { OpenRollout } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { MenuReach } from '../parts/MenuReach.tsx';
import { MenuState } from '../parts/MenuState.tsx';
import { useSeasonText } from '../parts/seasonText.ts';
import { MenuActions } from './MenuActions.tsx';

/** Name, what it is in one line, what can be done, and what it waits for. */
export function MenuHead({ menu }: { menu: MenuDetail }) {
  const t = useT();
  const language = useLanguage();
  const seasonText = useSeasonText();
  return (
    <>
      <header className="menu-page__head">
        <div className="menu-page__title">
          <p className="menu-page__path">
            <Link to="/menus">{t('menus.title')}</Link>
          </p>
          <h1 className={menu.approved ? 'name--approved' : 'name--unapproved'}>{menu.name}</h1>
          <p className="menu-page__line">
            <span className="state">
              <StateSign sign={menu.approved ? 'approved' : 'unapproved'} /> <MenuState menu={menu} />
            </span>
            <span className="soft">{say(machineCategories[menu.category].name, language)}</span>
            <span className="soft">{seasonText(menu.season)}</span>
            <MenuReach menu={menu} />
            <span className="soft">
              {t('menus.show.revision', { revision: menu.revision })}, <When at={menu.updatedAt} />
            </span>
          </p>
        </div>
        <MenuActions menu={menu} />
      </header>
      <Standing menu={menu} />
    </>
  );
}

/** The rollout that is underway, or what is missing before ovens follow this revision. */
function Standing({ menu }: { menu: MenuDetail }) {
  const may = useMay();
  const waiting = <Waiting menu={menu} />;
  if (!may('rollouts.list')) return waiting;
  return <OpenRollout of={{ menu: menu.id }} otherwise={waiting} waiting={waiting} />;
}

/** What is missing before ovens follow this revision. */
function Waiting({ menu: { approved, revision, approvedRevision } }: { menu: MenuDetail }) {
  const t = useT();
  if (approved) return null;
  return (
    <p className="menu-page__waiting">
      <StateSign sign="unapproved" size={16} />
      {approvedRevision === null
        ? t('menus.show.waits')
        : t('menus.show.editWaits', { revision, approved: approvedRevision })}
    </p>
  );
}
