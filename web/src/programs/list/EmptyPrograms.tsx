import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

export function EmptyPrograms() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <EmptyState
      sign={
        <svg width="96" height="56" viewBox="0 0 96 56" aria-hidden="true">
          <path className="warm" d="M4 40V12h26v6h22v8h20v6h20v8Z" />
          <path
            d="M4 40h88M4 6v34M4 46h40M52 46h24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <circle cx="12" cy="52" r="2.5" fill="var(--steam)" />
          <circle cx="30" cy="52" r="2.5" fill="var(--steam)" />
        </svg>
      }
      title={t(isFiltered ? 'resources.programs.empty.filteredTitle' : 'resources.programs.empty.title')}
      body={t(isFiltered ? 'resources.programs.empty.filteredBody' : 'resources.programs.empty.body')}
    >
      {isFiltered ? (
        <button type="button" className="button" onClick={() => setFilters({})}>
          {t('resources.programs.filters.clear')}
        </button>
      ) : (
        <May act="programs.create">
          <Link className="button" to="/programs/create">
            <Icon name="plus" />
            {t('resources.programs.list.create')}
          </Link>
        </May>
      )}
    </EmptyState>
  );
}
