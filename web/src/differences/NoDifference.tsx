import { useListContext } from 'ra-core';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** Good news, or nothing with these filters. */
export function NoDifference() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const { kept, ...others } = filterValues;
  const isOpen = String(kept) === 'false';
  const isFiltered = Object.keys(others).length > 0 || String(kept) === 'true';
  return (
    <EmptyState
      sign={<StateSign sign={isFiltered ? 'changedOnMachine' : 'synchronised'} size={28} />}
      title={t(isFiltered ? 'differences.none.filtered' : 'differences.none.title')}
      body={t(isFiltered ? 'differences.none.filteredBody' : 'differences.none.body')}
    >
      {isFiltered ? (
        <button type="button" className="button" onClick={() => setFilters({})}>
          {t('differences.none.showAll')}
        </button>
      ) : (
        isOpen && (
          <button type="button" className="button" onClick={() => setFilters({ kept: true })}>
            {t('differences.none.showKept')}
          </button>
        )
      )}
    </EmptyState>
  );
}
