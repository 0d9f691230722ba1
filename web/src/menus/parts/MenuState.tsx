import type { MenuView } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import './menuParts.css';

type State = Pick<MenuView, 'approved' | 'revision' | 'approvedRevision'>;

/** Approved, waiting for approval, or a change that waits, in a word. */
export function MenuState({ menu: { approved, revision, approvedRevision } }: { menu: State }) {
  const t = useT();
  if (approved) return <span className="menu-state menu-state--approved">{t('menus.states.approved')}</span>;
  if (approvedRevision === null)
    return <span className="menu-state menu-state--unapproved">{t('menus.states.unapproved')}</span>;
  return (
    <span
      className="menu-state menu-state--unapproved"
      title={t('menus.states.editWaitsHint', { approved: approvedRevision, revision })}
    >
      {t('menus.states.editWaits')}
    </span>
  );
}

/** The name with its sign, and below it what it waits for. */
export function MenuName({ menu }: { menu: State & Pick<MenuView, 'id' | 'name'> }) {
  return (
    <span className="menu-name">
      <Link
        className={menu.approved ? 'name--approved' : 'name--unapproved'}
        to={`/menus/${menu.id}/show`}
        title={menu.name}
      >
        <StateSign sign={menu.approved ? 'approved' : 'unapproved'} />
        <span className="clamp">{menu.name}</span>
      </Link>
      <small className={menu.approved ? 'unseen' : undefined}>
        <MenuState menu={menu} />
      </small>
    </span>
  );
}
