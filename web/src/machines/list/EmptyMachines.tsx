import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { May } from '../../kit/session/May.tsx';
import { CategoryDrawing } from '../../kit/signs/CategoryDrawing.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

export function EmptyMachines() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <EmptyState
      sign={<CategoryDrawing category="deck" />}
      title={t(isFiltered ? 'machines.empty.filteredTitle' : 'machines.empty.title')}
      body={t(isFiltered ? 'machines.empty.filteredBody' : 'machines.empty.body')}
    >
      {isFiltered ? (
        <button type="button" className="button" onClick={() => setFilters({})}>
          {t('machines.filters.clear')}
        </button>
      ) : (
        <May act="machines.create">
          <Link className="button" to="/machines/create">
            <Icon name="plus" />
            {t('machines.create')}
          </Link>
        </May>
      )}
    </EmptyState>
  );
}
