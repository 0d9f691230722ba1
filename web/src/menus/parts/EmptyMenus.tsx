import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

/** In place of the list: what menus are for, or that none matches. */
export function EmptyMenus() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <EmptyState
      sign={<Icon name="menus" size={40} />}
      title={t(isFiltered ? 'menus.list.noneTitle' : 'menus.list.emptyTitle')}
      body={t(isFiltered ? 'menus.list.noneBody' : 'menus.list.emptyBody')}
    >
      {isFiltered ? (
        <button type="button" className="button" onClick={() => setFilters({})}>
          {t('menus.list.showAll')}
        </button>
      ) : (
        <CreateMenu />
      )}
    </EmptyState>
  );
}

export function CreateMenu({ isMain = false }: { isMain?: boolean }) {
  const t = useT();
  return (
    <May act="menus.create">
      <Link className={isMain ? 'button button--main' : 'button'} to="/menus/create">
        <Icon name="plus" />
        {t('menus.create')}
      </Link>
    </May>
  );
}
